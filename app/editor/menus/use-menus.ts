/** How a component follows what the menus say. `select` must give the same value for the same state. */

import type { EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useSyncExternalStore } from 'react';

/** A view, and when it may show something else: of a document, or of a message. */
export interface FollowedView {
  readonly view: EditorView;
  readonly state: EditorState;
  readonly subscribe: (listener: () => void) => () => void;
}

export function useMenus<Followed extends FollowedView, Value>(
  menus: Followed,
  select: (menus: Followed) => Value,
): Value {
  return useSyncExternalStore(menus.subscribe, () => select(menus));
}
