/** Where in the text somebody else is, for those who want to go there. Loaded after the text. */
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import type { Awareness } from 'y-protocols/awareness';
import { anchorFromJson } from '../../../shared/document/position.ts';
import { Presence } from '../../../shared/protocol/presence.ts';
import type { Binding } from '../binding/binding.ts';

/** The position of the caret that moved last, of all that this person has; null if they have none. */
export function cursorOfPerson(
  binding: Binding,
  view: EditorView,
  awareness: Awareness,
  personId: string,
): number | null {
  const moves = caretMoves(awareness);
  let newest = { move: 0, place: null as number | null };
  for (const [client, state] of awareness.getStates()) {
    const presence = Presence.safeParse(state);
    if (client === awareness.clientID || !presence.success || !presence.data.cursor) continue;
    if (presence.data.person.id !== personId) continue;
    const move = moves.get(client)?.move ?? 0;
    if (newest.place !== null && move <= newest.move) continue;
    const place = positionIn(binding, view.state.doc, presence.data.cursor.head);
    if (place !== null) newest = { move, place };
  }
  return newest.place;
}

interface Move {
  head: string;
  /** A later one has a higher number. */
  move: number;
}

const known = new WeakMap<Awareness, Map<number, Move>>();

/**
 * Which caret moved when, noted from the first call on. A client says from time to time that it is
 * still there, which is no move: a phone in use would lose to a desk that nobody is at.
 */
export function caretMoves(awareness: Awareness): ReadonlyMap<number, Move> {
  let moves = known.get(awareness);
  if (moves) return moves;
  moves = new Map();
  known.set(awareness, moves);
  const noted = moves;
  let count = 0;
  const note = (clients: readonly number[]) => {
    for (const client of clients) {
      const head = JSON.stringify(awareness.getStates().get(client)?.cursor?.head);
      if (head === undefined) noted.delete(client);
      else if (noted.get(client)?.head !== head) noted.set(client, { head, move: ++count });
    }
  };
  const heardAt = (client: number) => awareness.meta.get(client)?.lastUpdated ?? 0;
  note([...awareness.getStates().keys()].sort((a, b) => heardAt(a) - heardAt(b)));
  awareness.on('change', (changes: Record<'added' | 'updated' | 'removed', number[]>) =>
    note([...changes.added, ...changes.updated, ...changes.removed]),
  );
  return moves;
}

/** Null where a cursor points nowhere, as one that somebody made up does. */
export function positionIn(binding: Binding, doc: Node, json: unknown): number | null {
  try {
    return binding.positionOf(doc, anchorFromJson(json));
  } catch {
    return null;
  }
}
