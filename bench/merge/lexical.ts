/**
 * Lexical with its rich text, lists, links, code and dividers, bound to Yjs by the calls that
 * `CollaborationPlugin` of @lexical/react makes.
 */
import { $createCodeNode, $isCodeNode, CodeExtension } from '@lexical/code';
import {
  $createHorizontalRuleNode,
  $isHorizontalRuleNode,
  buildEditorFromExtensions,
  HorizontalRuleExtension,
  INSERT_HORIZONTAL_RULE_COMMAND,
} from '@lexical/extension';
import { $createLinkNode, $isLinkNode, LinkExtension, TOGGLE_LINK_COMMAND } from '@lexical/link';
import {
  $createListItemNode,
  $createListNode,
  $isListItemNode,
  $isListNode,
  CheckListExtension,
  INSERT_CHECK_LIST_COMMAND,
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  type ListItemNode,
  type ListNode,
  type ListType,
} from '@lexical/list';
import {
  $createHeadingNode,
  $createQuoteNode,
  $isHeadingNode,
  $isQuoteNode,
  type HeadingTagType,
  RichTextExtension,
} from '@lexical/rich-text';
import { $forEachSelectedTextNode, $setBlocksType } from '@lexical/selection';
import {
  createUndoManager,
  createYjsBinding,
  type Provider,
  syncCursorPositions,
  syncLexicalUpdateToYjs,
  syncYjsChangesToLexical,
} from '@lexical/yjs';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createRangeSelection,
  $createTextNode,
  $getNodeByKey,
  $getRoot,
  $getSelection,
  $isElementNode,
  $isLineBreakNode,
  $isParagraphNode,
  $isTextNode,
  $setSelection,
  CONTROLLED_TEXT_INSERTION_COMMAND,
  type ElementNode,
  FORMAT_TEXT_COMMAND,
  HISTORY_MERGE_TAG,
  INDENT_CONTENT_COMMAND,
  INSERT_PARAGRAPH_COMMAND,
  KEY_BACKSPACE_COMMAND,
  type LexicalCommand,
  type LexicalEditor,
  type LexicalNode,
  OUTDENT_CONTENT_COMMAND,
  PASTE_COMMAND,
  REDO_COMMAND,
  SKIP_COLLAB_TAG,
  type TextFormatType,
  UNDO_COMMAND,
} from 'lexical';
import { Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import type { BlockContent, Inline, Marks } from '../../shared/document/schema.ts';
import type { Turned } from '../../shared/document/testing/driver.ts';
import { parseSketch } from '../../shared/document/testing/sketch.ts';
import {
  familySize,
  gapBehind,
  htmlOf,
  indexOfLine,
  isColoured,
  type Line,
  offsetOf,
  readLines,
  Words,
} from './lines.ts';
import { NotApplicable, provide, type RivalDriver } from './rival.ts';

const ID = 'document';
const MOST_PRESSES = 6;
const FORMATS: Partial<Record<keyof Marks, TextFormatType>> = {
  bold: 'bold',
  italic: 'italic',
  underline: 'underline',
  strike: 'strikethrough',
  code: 'code',
  highlight: 'highlight',
};
const LISTS: Record<string, ListType> = { bullet: 'bullet', ordered: 'number', task: 'check' };

/** The key of the element that a line is. */
type Place = string;

class Driver implements RivalDriver {
  readonly #editor: LexicalEditor;
  readonly #words: Words;
  readonly #close: () => void;

  constructor(editor: LexicalEditor, manager: Y.UndoManager, close: () => void) {
    this.#editor = editor;
    this.#words = new Words(manager);
    this.#close = close;
  }

  lines(): Line<Place>[] {
    return this.#editor.read($lines);
  }

  #line(start: string): Line<Place> {
    const lines = this.lines();
    return lines[indexOfLine(lines, start)]!;
  }

  #act(action: () => void): this {
    this.#words.begin();
    this.#editor.getRootElement()!.focus();
    action();
    return this;
  }

  /** One change, written to the document before this returns. */
  #update(change: () => void): void {
    this.#editor.update(change, { discrete: true });
  }

  #dispatch<Payload>(command: LexicalCommand<Payload>, payload: Payload): void {
    const before = JSON.stringify(this.#editor.getEditorState());
    this.#update(() => {
      this.#editor.dispatchCommand(command, payload);
    });
    if (JSON.stringify(this.#editor.getEditorState()) === before)
      throw new NotApplicable('the command does nothing here');
  }

  #select(start: string, from: number, end = start, to = from): void {
    const first = this.#line(start).place;
    const last = this.#line(end).place;
    this.#update(() => {
      const selection = $createRangeSelection();
      $setPoint(selection.anchor, first, from, from < to || first !== last);
      $setPoint(selection.focus, last, to, false);
      $setSelection(selection);
    });
  }

  #caret(start: string, after: string): void {
    this.#select(start, offsetOf(this.#line(start).block, after) + after.length);
  }

  #selectText(start: string, text: string): void {
    const from = offsetOf(this.#line(start).block, text);
    this.#select(start, from, start, from + text.length);
  }

  #backspace(): void {
    const event = new KeyboardEvent('keydown', { key: 'Backspace', cancelable: true });
    this.#dispatch(KEY_BACKSPACE_COMMAND, event);
  }

  type(block: string, after: string, text: string): this {
    return this.#act(() => {
      this.#caret(block, after);
      for (const character of text) this.#dispatch(CONTROLLED_TEXT_INSERTION_COMMAND, character);
    });
  }

  split(block: string, after: string): this {
    return this.#act(() => {
      this.#caret(block, after);
      this.#dispatch(INSERT_PARAGRAPH_COMMAND, undefined);
    });
  }

  join(block: string): this {
    return this.#act(() => {
      const count = this.lines().length;
      this.#caret(block, '');
      for (let presses = 0; this.lines().length === count; presses++) {
        if (presses === MOST_PRESSES) throw new NotApplicable('Backspace does not join here');
        this.#backspace();
      }
    });
  }

  erase(block: string, text: string): this {
    return this.#act(() => {
      this.#selectText(block, text);
      this.#backspace();
    });
  }

  remove(...blocks: string[]): this {
    return this.#act(() => {
      const keys = blocks.map((block) => this.#line(block).place);
      this.#update(() => {
        for (const key of keys) $getNodeByKey(key)!.remove();
      });
    });
  }

  removeAcross(block: string, from: string, last: string, to: string): this {
    return this.#act(() => {
      const start = offsetOf(this.#line(block).block, from) + from.length;
      this.#select(block, start, last, offsetOf(this.#line(last).block, to));
      this.#backspace();
    });
  }

  turn(block: string, { type, level, checked }: Turned): this {
    return this.#act(() => {
      this.#caret(block, '');
      const toType = (create: () => ElementNode) =>
        this.#update(() => $setBlocksType($getSelection(), create));
      if (type === 'paragraph') toType($createParagraphNode);
      else if (type === 'heading')
        toType(() => $createHeadingNode(`h${level ?? 1}` as HeadingTagType));
      else if (type === 'quote') toType($createQuoteNode);
      else if (type === 'code') toType($createCodeNode);
      else if (type === 'bullet') this.#dispatch(INSERT_UNORDERED_LIST_COMMAND, undefined);
      else if (type === 'ordered') this.#dispatch(INSERT_ORDERED_LIST_COMMAND, undefined);
      else if (type === 'task') this.#dispatch(INSERT_CHECK_LIST_COMMAND, undefined);
      else this.#dispatch(INSERT_HORIZONTAL_RULE_COMMAND, undefined);
      if (checked) this.#toggleChecked(block);
    });
  }

  indent(block: string): this {
    return this.#act(() => {
      this.#caret(block, '');
      this.#dispatch(INDENT_CONTENT_COMMAND, undefined);
    });
  }

  outdent(block: string): this {
    return this.#act(() => {
      this.#caret(block, '');
      this.#dispatch(OUTDENT_CONTENT_COMMAND, undefined);
    });
  }

  check(block: string): this {
    return this.#act(() => this.#toggleChecked(block));
  }

  #toggleChecked(block: string): void {
    const { place } = this.#line(block);
    this.#update(() => {
      const node = $getNodeByKey(place);
      if (!$isListItemNode(node)) throw new NotApplicable('this is no task');
      node.toggleChecked();
    });
  }

  /**
   * What the plugin for draggable blocks does with a drop: the node is put behind its new place.
   */
  move(block: string, behind: string): this {
    return this.#act(() => {
      const lines = this.lines();
      const index = indexOfLine(lines, block);
      const size = familySize(lines, index);
      const { block: moved, place } = lines[index]!;
      const others = lines.toSpliced(index, size);
      const at = behind === '' ? -1 : indexOfLine(others, behind);
      const { line, side } = gapBehind(others, at, moved.depth ?? 0);
      if (side === 'inside') throw new NotApplicable('nothing can be dropped into a block');
      this.#update(() => $drop(place, size > 1, others[line]!.place, side));
    });
  }

  mark(block: string, text: string, { link, linkTitle: _, ...marks }: Marks): this {
    return this.#act(() => {
      this.#selectText(block, text);
      if (link) this.#dispatch(TOGGLE_LINK_COMMAND, link);
      for (const [name, value] of Object.entries(marks)) {
        const format = FORMATS[name as keyof Marks];
        if (!format || isColoured(name, value))
          throw new NotApplicable(`there is no ${name} ${value}`);
        this.#dispatch(FORMAT_TEXT_COMMAND, format);
      }
    });
  }

  clear(block: string, text: string): this {
    return this.#act(() => {
      this.#selectText(block, text);
      this.#update(() => {
        $forEachSelectedTextNode((node) => {
          node.setFormat(0);
        });
      });
      this.#update(() => {
        this.#editor.dispatchCommand(TOGGLE_LINK_COMMAND, null);
      });
    });
  }

  paste(behind: string, lines: readonly string[]): this {
    return this.#act(() => {
      const { content } = this.#line(behind).block;
      this.#select(
        behind,
        content.reduce((size, run) => size + ('text' in run ? run.text.length : 1), 0),
      );
      this.#dispatch(INSERT_PARAGRAPH_COMMAND, undefined);
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', htmlOf(parseSketch(lines)));
      this.#dispatch(PASTE_COMMAND, new ClipboardEvent('paste', { clipboardData }));
    });
  }

  table(): this {
    throw new NotApplicable('its tables are not compared');
  }

  undo(): this {
    this.#words.undo(() => this.#editor.dispatchCommand(UNDO_COMMAND, undefined));
    return this;
  }

  redo(): this {
    this.#words.redo(() => this.#editor.dispatchCommand(REDO_COMMAND, undefined));
    return this;
  }

  read(): readonly string[] {
    return readLines(this.lines());
  }

  close(): void {
    this.#close();
  }
}

function $lines(): Line<Place>[] {
  const lines: Line<Place>[] = [];
  for (const node of $getRoot().getChildren()) {
    if ($isListNode(node)) $addList(node, 0, lines);
    else $addBlock(node, lines);
  }
  return lines;
}

function $addBlock(node: LexicalNode, lines: Line<Place>[]): void {
  const place = node.getKey();
  if ($isHorizontalRuleNode(node)) {
    lines.push({ block: { type: 'divider', content: [] }, place });
    return;
  }
  if (!$isElementNode(node)) throw new Error(`What is ${node.getType()}?`);
  const depth = node.getIndent() > 0 ? { depth: node.getIndent() } : {};
  const content = $inline(node);
  if ($isParagraphNode(node))
    lines.push({ block: { type: 'paragraph', ...depth, content }, place });
  else if ($isQuoteNode(node)) lines.push({ block: { type: 'quote', ...depth, content }, place });
  else if ($isCodeNode(node)) lines.push({ block: { type: 'code', ...depth, content }, place });
  else if ($isHeadingNode(node)) {
    const level = Number(node.getTag().slice(1));
    lines.push({ block: { type: 'heading', level, ...depth, content }, place });
  } else throw new Error(`What is ${node.getType()}?`);
}

/** An item that holds nothing but a list is how Lexical nests: its items are one step deeper. */
function $addList(list: ListNode, depth: number, lines: Line<Place>[]): void {
  const kind = list.getListType();
  const type = Object.keys(LISTS).find((name) => LISTS[name] === kind)!;
  for (const item of list.getChildren()) {
    if (!$isListItemNode(item)) throw new Error(`What is ${item.getType()} in a list?`);
    const inner = item.getFirstChild();
    if ($isListNode(inner)) {
      for (const nested of item.getChildren()) {
        if (!$isListNode(nested)) throw new Error(`What is ${nested.getType()} behind a list?`);
        $addList(nested, depth + 1, lines);
      }
      continue;
    }
    const checked = kind === 'check' && item.getChecked() ? { checked: true } : {};
    lines.push({
      block: { type, ...checked, ...(depth > 0 ? { depth } : {}), content: $inline(item) },
      place: item.getKey(),
    });
  }
}

function $inline(element: ElementNode, link?: string): Inline[] {
  return element.getChildren().flatMap((node): Inline[] => {
    if ($isLinkNode(node)) return $inline(node, node.getURL());
    if ($isLineBreakNode(node)) return [{ text: '\n' }];
    if (!$isTextNode(node)) return [{ embed: { object: node.getType() } }];
    const marks: Record<string, unknown> = link ? { link } : {};
    for (const [name, format] of Object.entries(FORMATS))
      if (node.hasFormat(format!)) marks[name] = true;
    return [{ text: node.getTextContent(), marks }];
  });
}

type Point = ReturnType<typeof $createRangeSelection>['anchor'];

/** Puts a point behind `offset` positions of a block; at a seam of two nodes into the left one. */
function $setPoint(point: Point, key: Place, offset: number, preferRight: boolean): void {
  const element = $getNodeByKey(key)!;
  if (!$isElementNode(element)) throw new NotApplicable('there is no text in it');
  let rest = offset;
  let last: { key: string; offset: number } | null = null;
  for (const node of $leaves(element)) {
    const size = node.getTextContentSize();
    if ($isTextNode(node)) {
      if (rest < size || (rest === size && !preferRight)) {
        point.set(node.getKey(), rest, 'text');
        return;
      }
      last = { key: node.getKey(), offset: size };
    } else if (rest === 0) {
      point.set(node.getParentOrThrow().getKey(), node.getIndexWithinParent(), 'element');
      return;
    }
    rest -= size;
  }
  if (last && rest === 0) point.set(last.key, last.offset, 'text');
  else point.set(key, element.getChildrenSize(), 'element');
}

function $leaves(element: ElementNode): LexicalNode[] {
  return element
    .getChildren()
    .flatMap((node) => ($isElementNode(node) && !$isListNode(node) ? $leaves(node) : [node]));
}

/** In a list of its own kind an item is dropped as it is, elsewhere with a new list around it. */
function $drop(moved: Place, isNested: boolean, target: Place, side: 'before' | 'behind'): void {
  const node = $getNodeByKey(moved)!;
  const list = node.getParent();
  let at = $getNodeByKey(target)!;
  let dropped = node;
  let nested: LexicalNode | null = null;
  if ($isListItemNode(node) && $isListNode(list)) {
    nested = isNested ? node.getNextSibling() : null;
    const atList = at.getParent();
    if (!$isListNode(atList) || atList.getTag() !== list.getTag()) {
      at = at.getTopLevelElementOrThrow();
      dropped = $createListNode(list.getListType()).append(...(nested ? [node, nested] : [node]));
      nested = null;
    }
  } else {
    if (isNested) throw new NotApplicable('what is nested cannot be dragged along');
    at = at.getTopLevelElementOrThrow();
  }
  if (side === 'before') at.insertBefore(dropped);
  else ($wrapperBehind(at) ?? at).insertAfter(dropped);
  if (nested) dropped.insertAfter(nested);
  if ($isListNode(list) && list.isEmpty()) list.remove();
}

/** The item behind this one that holds nothing but what is nested in this one. */
function $wrapperBehind(item: LexicalNode): ListItemNode | null {
  const next = item.getNextSibling();
  return $isListItemNode(next) && $isListNode(next.getFirstChild()) ? next : null;
}

function $write(blocks: readonly BlockContent[]): void {
  const root = $getRoot().clear();
  for (let index = 0; index < blocks.length; ) {
    const block = blocks[index]!;
    const kind = LISTS[block.type];
    if (kind) {
      const end = blocks.findIndex((other, at) => at > index && !LISTS[other.type]);
      const items = blocks.slice(index, end < 0 ? blocks.length : end);
      $appendItems(root, items, 0);
      index += items.length;
      continue;
    }
    root.append($blockOf(block));
    index++;
  }
}

/** Lists with these items; one that changes its kind starts anew. */
function $appendItems(parent: ElementNode, items: readonly BlockContent[], depth: number): void {
  const lines = items.map((block) => ({ block, place: null }));
  let list: ListNode | null = null;
  for (let index = 0; index < items.length; ) {
    const { type, checked, depth: at = 0, content } = items[index]!;
    if (at !== depth) throw new NotApplicable('a depth is left out');
    const kind = LISTS[type]!;
    if (list?.getListType() !== kind) {
      list = $createListNode(kind);
      parent.append(list);
    }
    const item: ListItemNode = $createListItemNode(kind === 'check' ? checked === true : undefined);
    list.append(item.append(...$inlineNodes(content)));
    const size = familySize(lines, index);
    if (size > 1) {
      const wrapper = $createListItemNode();
      list.append(wrapper);
      $appendItems(wrapper, items.slice(index + 1, index + size), depth + 1);
    }
    index += size;
  }
}

function $blockOf({ type, level, depth, content }: BlockContent): LexicalNode {
  if (type === 'divider') return $createHorizontalRuleNode();
  const create: Record<string, () => ElementNode> = {
    paragraph: $createParagraphNode,
    quote: $createQuoteNode,
    code: $createCodeNode,
    heading: () => $createHeadingNode(`h${level ?? 1}` as HeadingTagType),
  };
  const element = create[type]?.();
  if (!element) throw new NotApplicable(`there is no ${type}`);
  element.append(...$inlineNodes(content));
  return depth ? element.setIndent(depth) : element;
}

function $inlineNodes(content: readonly Inline[]): LexicalNode[] {
  return content.flatMap((run): LexicalNode[] => {
    if (!('text' in run)) throw new NotApplicable('there are no inline objects');
    const { link, ...marks } = run.marks ?? {};
    const nodes = run.text
      .split(/(\n)/)
      .filter((part) => part !== '')
      .map((part) => {
        if (part === '\n') return $createLineBreakNode();
        const text = $createTextNode(part);
        for (const name of Object.keys(marks)) {
          const format = FORMATS[name as keyof Marks];
          if (!format) throw new NotApplicable(`there is no ${name}`);
          text.toggleFormat(format);
        }
        return text;
      });
    return link ? [$createLinkNode(link).append(...nodes)] : nodes;
  });
}

interface Opened {
  editor: LexicalEditor;
  manager: Y.UndoManager;
  close: () => void;
}

function openEditor(doc: Y.Doc): Opened {
  const editor = buildEditorFromExtensions({
    name: 'merge-table',
    dependencies: [
      RichTextExtension,
      CheckListExtension,
      LinkExtension,
      CodeExtension,
      HorizontalRuleExtension,
    ],
    // What there is comes from the shared document.
    $initialEditorState: null,
    onError(error) {
      throw error;
    },
  });
  const element = document.body.appendChild(document.createElement('div'));
  element.contentEditable = 'true';
  editor.setRootElement(element);
  const awareness = new Awareness(doc);
  const provider = providerOf(awareness);
  const binding = createYjsBinding({ editor, id: ID, doc, docMap: new Map([[ID, doc]]) });
  const root = binding.root.getSharedType();
  root.observeDeep((events, { origin }) => {
    if (origin === binding) return;
    const isFromUndo = origin instanceof Y.UndoManager;
    syncYjsChangesToLexical(binding, provider, events, isFromUndo, syncCursorPositions);
  });
  editor.registerUpdateListener((change) => {
    if (change.tags.has(SKIP_COLLAB_TAG)) return;
    const { prevEditorState, editorState, dirtyElements, dirtyLeaves } = change;
    const { normalizedNodes, tags } = change;
    syncLexicalUpdateToYjs(
      ...([binding, provider, prevEditorState, editorState] as const),
      ...([dirtyElements, dirtyLeaves, normalizedNodes, tags] as const),
    );
  });
  const manager = createUndoManager(binding, root);
  editor.registerCommand(UNDO_COMMAND, () => manager.undo() !== null, 0);
  editor.registerCommand(REDO_COMMAND, () => manager.redo() !== null, 0);
  const close = () => {
    editor.setRootElement(null);
    element.remove();
    awareness.destroy();
    binding.root.destroy(binding);
  };
  return { editor, manager, close };
}

/** What the binding asks of a provider: carets of others, of which there are none here. */
function providerOf(awareness: Awareness): Provider {
  return {
    awareness: awareness as unknown as Provider['awareness'],
    connect() {},
    disconnect() {},
    on() {},
    off() {},
  };
}

provide({
  write(doc, blocks) {
    const { editor, close } = openEditor(doc);
    editor.update(() => $write(blocks), { discrete: true, tag: HISTORY_MERGE_TAG });
    close();
  },
  open(doc, load) {
    const { editor, manager, close } = openEditor(doc);
    load();
    return new Driver(editor, manager, close);
  },
});
