/**
 * The merge table with one of the people suggesting, whose suggestion somebody else accepts: the same
 * outcomes as if all had written in the document, in both orders of ids.
 */
import { expect } from 'vitest';
import * as Y from 'yjs';
import { describeMergeTable } from '../document/testing/merge-table/describe.ts';
import type { OpenTrial } from '../document/testing/merge-table/index.ts';
import { ModelDriver } from '../document/testing/model-driver.ts';
import { copyOf, documentOf, mergeAll } from '../document/testing/sketch.ts';
import { SuggestionFork } from './fork.ts';
import { accept } from './review.ts';

/** Ids of a person's later suggestions: in the same order among people as their first ones. */
const LATER = 100;

/** One of them suggests; after each round the next person accepts it, and all hear of everything. */
function trialOf(suggesting: number): OpenTrial {
  return (start, clientIds) => {
    const original = documentOf(start);
    const docs = clientIds.map((id) => copyOf(original, id));
    const own = docs[suggesting]!;
    // Whoever suggests writes nothing in the document, not even under an id.
    own.clientID = 5;
    const fork = new SuggestionFork(own, { id: 'first', client: clientIds[suggesting]! });
    const drivers = docs.map(
      (doc, index) => new ModelDriver(index === suggesting ? fork.doc : doc),
    );
    let round = 0;
    const merge = () => {
      const before = Y.encodeStateAsUpdate(own);
      const sealed = fork.seal();
      mergeAll(docs);
      if (sealed) {
        const reviewer = docs[(suggesting + 1) % docs.length]!;
        round++;
        expect(accept(reviewer, [sealed], {}).faults).toEqual([]);
        expect(Y.encodeStateAsUpdate(reviewer)).not.toEqual(before);
      }
      mergeAll(docs);
      mergeAll(docs);
      fork.beginAnother(`after ${round}`, clientIds[suggesting]! + LATER * round);
    };
    return { drivers, merge };
  };
}

/** Cases in both orders of ids, of which the first person suggests in one and the second in the next. */
let played = 0;
describeMergeTable((start, clientIds) => trialOf((played++ >> 1) % 2)(start, clientIds));
