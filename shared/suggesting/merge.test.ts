/**
 * The merge table with one of the people suggesting, whose suggestion somebody else accepts: the same
 * outcomes as if all had written in the document, in both orders of ids.
 */
import { describeMergeTable } from '../document/testing/merge-table/describe.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { suggestingTrials } from './testing/suggesting-trial.ts';

describeMergeTable(suggestingTrials((doc) => new ModelDriver(doc)));
