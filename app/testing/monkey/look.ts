/**
 * What a page shows: the editor's document, whether it is what is drawn, and where the caret is.
 *
 * Invariant: one look is one moment of the page, and changes nothing in it.
 */
import type { Node as EditorNode } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import type { Menus } from '../../editor/menus/menus.ts';
import { type Screen, type Spot, until } from './screen.ts';
import type { Place } from './tokens.ts';

const EDITOR_WITHIN_MS = 60_000;

/** As much as is needed of what ProseMirror keeps at each element it draws. */
interface Described {
  node?: EditorNode;
  children: Described[];
  dom: Node;
  contentDOM: HTMLElement | null;
}

/** A hook of a component, as React keeps them in a row. */
interface Hook {
  memoizedState: { current?: unknown } | null;
  next: Hook | null;
}

interface Fiber {
  memoizedState: Hook | null;
  return: Fiber | null;
}

declare global {
  /** The view of the editor on a page of a round. */
  var editorOnPage: () => EditorView;
  var isEditorOnPage: () => boolean;
  /** Whether the commands have come, for which keys wait until then. */
  var areCommandsOnPage: () => boolean;
}

/** Runs in a page before anything looks at it: the app itself shows its view to nobody. */
export function letLook(): void {
  /** What a component around the text keeps, that is known by its form. */
  const find = <Kept>(isIt: (kept: Partial<Kept>) => unknown): Kept | null => {
    let element: Element | null = document.querySelector('.ProseMirror');
    const keyOf = (of: Element) => Object.keys(of).find((key) => key.startsWith('__reactFiber$'));
    while (element && !keyOf(element)) element = element.parentElement;
    let fiber = element && (element as unknown as Record<string, Fiber>)[keyOf(element)!]!;
    for (; fiber; fiber = fiber.return)
      for (let hook = fiber.memoizedState; hook; hook = hook.next)
        for (const kept of [hook.memoizedState?.current, hook.memoizedState])
          if (kept && isIt(kept as Partial<Kept>)) return kept as Kept;
    return null;
  };
  const findView = () => find<EditorView>((kept) => kept.state && kept.dispatch);
  globalThis.areCommandsOnPage = () =>
    (find<Menus>((kept) => Array.isArray(kept.commands))?.commands.length ?? 0) > 0;
  globalThis.isEditorOnPage = () => findView() !== null;
  globalThis.editorOnPage = () => {
    const found = findView();
    if (!found)
      throw new Error(
        `No editor is shown at ${location.pathname}, but ${document.body.textContent}`,
      );
    return found;
  };
}

/** Waits for the editor: what is seen first of a page may be a picture of it. */
export function untilEditor(screen: Screen): Promise<void> {
  return until('the editor', EDITOR_WITHIN_MS, () => screen.run(() => isEditorOnPage(), null));
}

/** The element that says whether all is saved; it is hidden while one types. */
export function saveStateOn(screen: Screen): Promise<string> {
  return screen.run(
    () => document.querySelector('[role=status][aria-label="Save state"]')?.outerHTML ?? 'nothing',
    null,
  );
}

/** Waits until a page says that all is saved here and at the server. */
export function allIsWell(screen: Screen, withinMs: number): Promise<void> {
  const isWell = () =>
    document.querySelector(
      '[role=status][aria-label="Save state"][data-server="synced"][data-device="saved"]',
    ) !== null;
  return until('"Synced"', withinMs, () => screen.run(isWell, null));
}

export interface Look {
  /** The editor's document as JSON. */
  document: string;
  /** Its text, a line a block. */
  text: string;
  /** Where the page says something else than the editor's document. */
  differences: string[];
}

export function look(screen: Screen): Promise<Look> {
  return screen.run(() => {
    const view = editorOnPage();
    const { doc } = view.state;
    const textOf = (node: EditorNode): string => {
      let text = node.isText ? (node.text ?? '') : '';
      node.descendants((inner) => {
        if (inner.isText) text += inner.text;
      });
      return text;
    };
    const isDrawnOn = (node: Node): boolean => {
      const element = node instanceof Element ? node : node.parentElement;
      return Boolean(element?.closest('.ProseMirror-widget, [contenteditable="false"]'));
    };
    const drawnText = (element: HTMLElement): string => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      let text = '';
      for (let node = walker.nextNode(); node; node = walker.nextNode())
        if (!isDrawnOn(node)) text += node.nodeValue;
      return text;
    };
    // What holds a caret apart from something that is no text; people may have written it, too.
    const withoutHolders = (text: string): string => text.replace(/[\u200b\ufeff]/g, '');

    const differences: string[] = [];
    const { children } = (view.dom as unknown as { pmViewDesc: Described }).pmViewDesc;
    const drawn = children.filter(({ node }) => node);
    for (const { node, contentDOM } of drawn) {
      if (!node || !contentDOM) continue;
      const expected = withoutHolders(textOf(node));
      const shown = withoutHolders(drawnText(contentDOM));
      if (expected !== shown)
        differences.push(`a ${node.type.name} "${expected}" is drawn as "${shown}"`);
    }
    const order = drawn.map(({ dom }) => dom);
    const shown = [...view.dom.children].filter((child) => order.includes(child));
    if (shown.length !== order.length || shown.some((child, index) => child !== order[index]))
      differences.push('the blocks are drawn in another order');
    // What is folded away is one gap.
    const nodes = drawn.flatMap(({ node }) => (node && node.type.name !== 'gap' ? [node] : []));
    if (nodes.length === drawn.length && nodes.length !== doc.childCount)
      differences.push(`of ${doc.childCount} blocks ${nodes.length} are drawn`);
    if (!nodes.every((node) => doc.children.some((child) => child.eq(node))))
      differences.push('a block is drawn that is in no document');

    return {
      document: JSON.stringify(doc.toJSON()),
      text: doc.children.map(textOf).join('\n'),
      differences,
    };
  }, null);
}

export interface Hands extends Place {
  /** Whether keys go into the text. */
  isInBody: boolean;
  /** Whether whole blocks are selected, or an object, so that typed letters go nowhere. */
  isOnBlocks: boolean;
  /** What has the focus, for people. */
  focus: string;
  /** What the editor and the page have selected, for people: they may differ for a moment. */
  ends: string;
  /** The elements around what the page has selected, from outside in, for people. */
  around: string;
  /** The text of the table with the caret; null outside. */
  table: string | null;
  /** Where the text ends of what is nested in the block with the caret, or the last one selected. */
  nestedTo: number;
}

/** Where the caret is, or what is selected. */
export function hands(screen: Screen): Promise<Hands> {
  return screen.run(() => {
    const view = editorOnPage();
    const { doc, selection } = view.state;
    const active = document.activeElement;
    // What the arrow keys of the browser selected, the editor hears of a moment later.
    const shown = document.getSelection();
    const isInText = (node: Node | null) => node !== null && view.dom.contains(node);
    const pathTo = (node: Node): string => {
      const names: string[] = [];
      for (let at: Node | null = node; at && at !== view.dom; at = at.parentNode)
        names.unshift(
          at instanceof HTMLElement && at.contentEditable === 'false'
            ? `${at.nodeName} that cannot be written in`
            : at.nodeName,
        );
      return names.join(' > ').toLowerCase();
    };
    const ends =
      shown && isInText(shown.anchorNode) && isInText(shown.focusNode)
        ? [
            view.posAtDOM(shown.anchorNode!, shown.anchorOffset),
            view.posAtDOM(shown.focusNode!, shown.focusOffset),
          ]
        : [];
    const first = Math.min(selection.from, ...ends);
    const last = Math.max(selection.to, ...ends);
    const { $to } = selection;
    let behind = $to.index(0) + ($to.depth === 0 && $to.nodeBefore ? 0 : 1);
    const { depth } = doc.child(behind - 1).attrs;
    while (behind < doc.childCount && doc.child(behind).attrs.depth > depth) behind++;
    const nestedEnd = doc.children
      .slice(0, behind)
      .reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    let text = '';
    let from = -1;
    let to = -1;
    let nestedTo = 0;
    doc.descendants((node, at) => {
      if (node.isTextblock) text += '\n';
      const { text: inside } = node;
      if (!inside) return;
      if (from < 0 && first <= at + inside.length) from = text.length + Math.max(0, first - at);
      if (last >= at) to = text.length + Math.min(inside.length, last - at);
      text += inside;
      if (at < nestedEnd) nestedTo = text.length;
    });
    if (from < 0) from = text.length;
    const isOnBlocks = selection.toJSON().type !== 'text';
    // What is folded away goes with its heading.
    if (isOnBlocks && view.dom.querySelector('.gap')) to = text.length;
    const around = [selection.from, ...ends].flatMap((at) => {
      const place = doc.resolve(at);
      return Array.from({ length: place.depth }, (_, depth) => place.node(depth + 1));
    });
    return {
      text,
      from,
      to: Math.max(from, to),
      isInBody: view.dom.contains(active),
      isOnBlocks,
      focus: active
        ? `${active.tagName.toLowerCase()} "${active.getAttribute('aria-label') ?? ''}"`
        : 'nothing',
      ends: `${selection.anchor} to ${selection.head}, in the page ${ends.join(' to ')}`,
      around: isInText(shown?.anchorNode ?? null) ? pathTo(shown!.anchorNode!) : 'nothing',
      table: around.find(({ type }) => type.name === 'table')?.textContent ?? null,
      nestedTo: Math.max(nestedTo, to),
    };
  }, null);
}

/** Whether keys may wait on a page, so that the caret is not yet where the next one finds it. */
export function mayKeysWait(screen: Screen): Promise<boolean> {
  return screen.run(() => !areCommandsOnPage(), null);
}

/** How often something was pasted into the editor of a page since that was asked for the first time. */
export function pastesOn(screen: Screen): Promise<number> {
  return screen.run(() => {
    const view: EditorView & { pastes?: number } = editorOnPage();
    if (view.pastes === undefined) {
      const { dispatch } = view;
      view.pastes = 0;
      view.dispatch = (tr) => {
        if (tr.getMeta('paste')) view.pastes = (view.pastes ?? 0) + 1;
        dispatch(tr);
      };
    }
    return view.pastes;
  }, null);
}

/** Somewhere in a line of text: the one a share of the way down, a share of the way along. */
export function spotInText(screen: Screen, down: number, along: number): Promise<Spot | null> {
  return screen.run(
    ({ down, along }) => {
      const lines = document.querySelectorAll(
        '.ProseMirror :is(p, h1, h2, h3, h4, h5, h6, pre, blockquote, td, th)',
      );
      const line = lines[Math.min(lines.length - 1, Math.floor(lines.length * down))];
      if (!line) return null;
      line.scrollIntoView({ block: 'center', behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(line);
      const text = range.getBoundingClientRect();
      const box = text.width > 0 ? text : line.getBoundingClientRect();
      return {
        x: box.left + 2 + (box.width - 4) * along,
        y: box.top + Math.min(box.height, 24) / 2,
      };
    },
    { down, along },
  );
}

/** Somewhere in the body, where there is no line to click into. */
export function spotInBody(screen: Screen): Promise<Spot> {
  return screen.run(() => {
    const body = document.querySelector('.ProseMirror')!;
    body.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = body.getBoundingClientRect();
    return { x: left + width / 2, y: Math.max(0, top) + Math.min(height / 2, 40) };
  }, null);
}
