/**
 * A trial in which one of the people suggests, and somebody else accepts it.
 *
 * Invariant: whoever suggests writes nothing in the document, not even under an id.
 */
import * as Y from 'yjs';
import type { Driver } from '../../document/testing/driver.ts';
import type { OpenTrial } from '../../document/testing/merge-table/index.ts';
import { copyOf, documentOf, mergeAll } from '../../document/testing/sketch.ts';
import { sameBytes } from '../../same-bytes.ts';
import { SuggestionFork } from '../fork.ts';
import { accept } from '../review.ts';

/** Ids of a person's later suggestions: in the same order among people as their first ones. */
const LATER = 100;

/**
 * For cases that are played in both orders of ids: the first person suggests in one, the second in the
 * next. After each round the next person accepts it, and all hear of everything.
 */
export function suggestingTrials(newDriver: (doc: Y.Doc) => Driver): OpenTrial {
  let played = 0;
  return (start, clientIds) => trialOf((played++ >> 1) % 2, newDriver)(start, clientIds);
}

function trialOf(suggesting: number, newDriver: (doc: Y.Doc) => Driver): OpenTrial {
  return (start, clientIds) => {
    const original = documentOf(start);
    const docs = clientIds.map((id) => copyOf(original, id));
    const own = docs[suggesting]!;
    own.clientID = 5;
    const fork = new SuggestionFork(own, { id: 'first', client: clientIds[suggesting]! });
    const drivers = docs.map((doc, index) => newDriver(index === suggesting ? fork.doc : doc));
    let round = 0;
    const merge = () => {
      const before = Y.encodeStateAsUpdate(own);
      const sealed = fork.seal();
      mergeAll(docs);
      if (sealed) {
        const reviewer = docs[(suggesting + 1) % docs.length]!;
        round++;
        const [fault] = accept(reviewer, [sealed], {}).faults;
        if (fault) throw new Error(`It could not be accepted: ${fault.fault}.`);
        if (sameBytes(Y.encodeStateAsUpdate(reviewer), before))
          throw new Error('What was accepted is not there.');
      }
      mergeAll(docs);
      mergeAll(docs);
      fork.beginAnother(`after ${round}`, clientIds[suggesting]! + LATER * round);
    };
    return { drivers, merge };
  };
}
