/**
 * Lists for those who hear the text: the blocks of a list are flat, so who belongs to which list is
 * told by `aria-owns`.
 *
 * Invariant: only attributes of items that are drawn change, and no reading order: a list ends where
 * anything else stands between two items.
 */
import type { Node } from 'prosemirror-model';
import type { PluginView } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { changedText } from '../binding/to-body.ts';
import { isListType } from '../commands/commands.ts';

/** A list: its first item's block is the element of the list. */
interface List {
  readonly type: string;
  readonly depth: number;
  readonly owner: HTMLElement;
  readonly items: Item[];
}

interface Item {
  readonly element: HTMLElement;
  /** Lists nested in it. */
  readonly lists: HTMLElement[];
}

export function followLists(created: EditorView): PluginView {
  let frame: number | null = null;
  const soon = (view: EditorView) => {
    frame ??= requestAnimationFrame(() => {
      frame = null;
      if (!view.isDestroyed) tell(view);
    });
  };
  // What is drawn changes by scrolling, too.
  const drawn = new MutationObserver(() => soon(created));
  drawn.observe(created.dom, { childList: true });
  soon(created);
  return {
    update: (view, { doc }) => {
      if (view.state.doc !== doc && !changedText(doc, view.state.doc)) soon(view);
    },
    destroy: () => {
      drawn.disconnect();
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
}

function tell(view: EditorView): void {
  if (!view.dom.querySelector(':scope > * > .item')) return;
  const places = placesOf(view.state.doc);
  let open: List[] = [];
  const close = (lists: readonly List[]) => {
    for (const { owner, items } of lists) {
      // The first one is in it anyway.
      own(
        owner,
        items.slice(1).map(({ element }) => element),
      );
      for (const item of items) own(item.element, item.lists);
    }
  };
  for (const dom of view.dom.children) {
    const block = dom as HTMLElement;
    const element = block.querySelector<HTMLElement>(':scope > .item');
    const place = element && places.get(String(block.dataset.block));
    if (!element || !place) {
      // What only others' carets add is between no items.
      if (block.matches('.ProseMirror-widget')) continue;
      close(open);
      open = [];
      continue;
    }
    const { type, depth } = place;
    const isOver = (list: List) =>
      list.depth > depth || (list.depth === depth && list.type !== type);
    close(open.filter(isOver));
    open = open.filter((list) => !isOver(list));
    const list = open.find((candidate) => candidate.depth === depth);
    const item: Item = { element, lists: [] };
    set(element, { id: `item-${block.dataset.block}`, role: 'listitem' });
    set(element, {
      'aria-level': String(depth + 1),
      'aria-posinset': String(place.position),
      'aria-setsize': String(place.count()),
    });
    if (list) {
      list.items.push(item);
      set(block, { id: null, role: null, 'aria-owns': null });
    } else {
      set(block, { id: `list-${block.dataset.block}`, role: 'list' });
      open.at(-1)?.items.at(-1)?.lists.push(block);
      open.push({ type, depth, owner: block, items: [item] });
    }
  }
  close(open);
}

interface ListPosition {
  type: string;
  depth: number;
  position: number;
  count: () => number;
}

const known = new WeakMap<Node, Map<string, ListPosition>>();

/** Of each item by its id: the how manieth it is of how many in its list, drawn or not. */
function placesOf(doc: Node): Map<string, ListPosition> {
  const found = known.get(doc);
  if (found) return found;
  const places = new Map<string, ListPosition>();
  // Scrolling asks again for the same document.
  known.set(doc, places);
  let open: { type: string; depth: number; count: number }[] = [];
  doc.forEach((node) => {
    const depth = node.attrs.depth as number;
    if (!isListType(node.type)) {
      open = [];
      return;
    }
    const type = node.type.name;
    open = open.filter(
      (list) => list.depth < depth || (list.depth === depth && list.type === type),
    );
    let list = open.at(-1);
    if (list?.depth !== depth) {
      list = { type, depth, count: 0 };
      open.push(list);
    }
    const counted = list;
    counted.count++;
    places.set(node.attrs.id, {
      type,
      depth,
      position: counted.count,
      count: () => counted.count,
    });
  });
  return places;
}

function own(owner: HTMLElement, owned: readonly HTMLElement[]): void {
  set(owner, { 'aria-owns': owned.length > 0 ? owned.map(({ id }) => id).join(' ') : null });
}

function set(element: HTMLElement, attributes: Record<string, string | null>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}
