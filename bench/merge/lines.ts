/**
 * What all rivals' drivers share: blocks found by what they begin with, and a place among undo
 * steps.
 */

import type * as Y from 'yjs';
import { textOf } from '../../shared/document/plain-text.ts';
import {
  type Block,
  type BlockContent,
  DEFAULT_HIGHLIGHT,
  type Inline,
  type Marks,
} from '../../shared/document/schema.ts';
import { sketchBlocks } from '../../shared/document/testing/sketch.ts';
import { NotApplicable, NotThere } from './rival.ts';

/** One line of the sketch, and where the editor has it. */
export interface Line<Place> {
  block: BlockContent;
  place: Place;
}

export function readLines(lines: readonly Line<unknown>[]): string[] {
  return sketchBlocks(lines.map(({ block }, index): Block => ({ id: String(index), ...block })));
}

/** The line that begins with `start`, or the first empty one for ''. */
export function indexOfLine(lines: readonly Line<unknown>[], start: string): number {
  const index = lines.findIndex(({ block }) =>
    start === '' ? textOf(block) === '' : textOf(block).startsWith(start),
  );
  if (index < 0) throw new NotThere(`No block begins with "${start}".`);
  return index;
}

export function offsetOf(block: BlockContent, text: string): number {
  const at = textOf(block).indexOf(text);
  if (at < 0) throw new NotThere(`"${text}" is not in "${textOf(block)}".`);
  return at;
}

/** How many lines, from this one on, are nested in it, itself included. */
export function familySize(lines: readonly Line<unknown>[], index: number): number {
  const depth = lines[index]!.block.depth ?? 0;
  const rest = lines.slice(index + 1);
  const end = rest.findIndex(({ block }) => (block.depth ?? 0) <= depth);
  return 1 + (end < 0 ? rest.length : end);
}

/** A place to drop something at: beside a line that is there. */
export interface Gap {
  line: number;
  side: 'before' | 'behind' | 'inside';
}

/** Where something of this depth is dropped to stand right behind a line (-1: before all lines). */
export function gapBehind(lines: readonly Line<unknown>[], at: number, depth: number): Gap {
  const depthOf = (line: number) => lines[line]?.block.depth ?? 0;
  const hasNested = at >= 0 && familySize(lines, at) > 1;
  if (at >= 0 && depthOf(at) === depth && !hasNested) return { line: at, side: 'behind' };
  if (at < 0 || (at + 1 < lines.length && depthOf(at + 1) === depth))
    return { line: at + 1, side: 'before' };
  if (depthOf(at) < depth) return { line: at, side: 'inside' };
  let line = at;
  while (line > 0 && depthOf(line) > depth) line--;
  return { line, side: 'behind' };
}

/**
 * Undo by words. Rivals gather what is done within half a second into one step, which a test cannot
 * wait for: here a word is a step, as for a person who pauses between words.
 */
export class Words {
  readonly #manager: Y.UndoManager;
  readonly #before: number[] = [];
  readonly #after: number[] = [];

  constructor(manager: Y.UndoManager) {
    this.#manager = manager;
    manager.captureTimeout = Number.MAX_SAFE_INTEGER;
  }

  begin(): void {
    this.#manager.stopCapturing();
    this.#before.push(this.#manager.undoStack.length);
    this.#after.length = 0;
  }

  undo(once: () => void): void {
    const before = this.#before.pop();
    if (before === undefined) throw new Error('There is nothing to undo.');
    this.#after.push(this.#manager.undoStack.length);
    this.#repeat(once, () => this.#manager.undoStack.length, -1, before);
  }

  redo(once: () => void): void {
    const after = this.#after.pop();
    if (after === undefined) throw new Error('There is nothing to redo.');
    this.#before.push(this.#manager.undoStack.length);
    this.#repeat(once, () => this.#manager.undoStack.length, 1, after);
  }

  #repeat(once: () => void, steps: () => number, by: 1 | -1, until: number): void {
    while ((until - steps()) * by > 0) {
      const had = steps();
      once();
      if (steps() === had) throw new Error('Undo did nothing.');
    }
  }
}

/** Whether it is a highlight in another colour than the one that every editor has. */
export function isColoured(name: string, value: unknown): boolean {
  return name === 'highlight' && value !== DEFAULT_HIGHLIGHT;
}

const TAGS: Partial<Record<keyof Marks, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  highlight: 'mark',
};

/** Blocks as HTML, the way another program would put them on the clipboard. */
export function htmlOf(blocks: readonly BlockContent[]): string {
  const depth = blocks[0]?.depth ?? 0;
  if (blocks.some((block) => (block.depth ?? 0) !== depth))
    throw new NotApplicable('what is nested cannot be pasted here');
  // Items beside each other are of one list.
  return blocks
    .map(blockHtml)
    .join('')
    .replaceAll(/<\/(ul|ol)><\1>/g, '');
}

function blockHtml({ type, level, content }: BlockContent): string {
  const text = content.map(inlineHtml).join('');
  switch (type) {
    case 'paragraph':
      return `<p>${text}</p>`;
    case 'heading':
      return `<h${level ?? 1}>${text}</h${level ?? 1}>`;
    case 'bullet':
      return `<ul><li>${text}</li></ul>`;
    case 'ordered':
      return `<ol><li>${text}</li></ol>`;
    case 'quote':
      return `<blockquote><p>${text}</p></blockquote>`;
    case 'code':
      return `<pre><code>${text}</code></pre>`;
    case 'divider':
      return '<hr>';
    default:
      throw new NotApplicable(`a ${type} cannot be pasted here`);
  }
}

function inlineHtml(run: Inline): string {
  if (!('text' in run)) throw new NotApplicable('objects cannot be pasted here');
  let html = run.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
  for (const [mark, tag] of Object.entries(TAGS))
    if (run.marks?.[mark as keyof Marks] !== undefined) html = `<${tag}>${html}</${tag}>`;
  return run.marks?.link ? `<a href="${run.marks.link}">${html}</a>` : html;
}

/** Without the empty last paragraph that some editors keep behind what is no paragraph. */
export function withoutTrailing<Place>(lines: readonly Line<Place>[]): Line<Place>[] {
  const end = lines.findLastIndex(
    ({ block }) => block.type !== 'paragraph' || textOf(block) !== '',
  );
  if (end < 0 || lines[end]!.block.type === 'paragraph') return [...lines];
  return lines.slice(0, end + 1);
}
