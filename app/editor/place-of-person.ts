/** Where in the text somebody else is, for those who want to go there. Loaded after the text. */
import type { Node } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import type { Awareness } from 'y-protocols/awareness';
import { anchorFromJson } from '../../shared/document/position.ts';
import { Presence } from '../../shared/protocol/presence.ts';
import type { Binding } from './binding/binding.ts';

/** The position of the caret that moved last, of all that this person has; null if they have none. */
export function placeOfPerson(
  binding: Binding,
  view: EditorView,
  awareness: Awareness,
  personId: string,
): number | null {
  let newest = { at: 0, place: null as number | null };
  for (const [client, state] of awareness.getStates()) {
    const presence = Presence.safeParse(state);
    if (client === awareness.clientID || !presence.success || !presence.data.cursor) continue;
    if (presence.data.person.id !== personId) continue;
    const at = awareness.meta.get(client)?.lastUpdated ?? 0;
    if (newest.place !== null && at <= newest.at) continue;
    const place = positionIn(binding, view.state.doc, presence.data.cursor.head);
    if (place !== null) newest = { at, place };
  }
  return newest.place;
}

/** Null where a cursor points nowhere, as one that somebody made up does. */
export function positionIn(binding: Binding, doc: Node, json: unknown): number | null {
  try {
    return binding.positionOf(doc, anchorFromJson(json));
  } catch {
    return null;
  }
}
