/**
 * The merge table through the editor, with one of the people suggesting there: each case as the
 * commands that keys run, in a copy or in the document, and the same outcomes once it is accepted.
 */
import { describeMergeTable } from '../../../shared/document/testing/merge-table/describe.ts';
import { suggestingTrials } from '../../../shared/suggesting/testing/suggesting-trial.ts';
import { EditorDriver } from '../testing/editor-driver.ts';

describeMergeTable(suggestingTrials((doc) => new EditorDriver(doc)));
