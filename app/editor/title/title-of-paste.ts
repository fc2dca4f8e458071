/**
 * Takes the line off what is pasted that a title can be made of.
 *
 * Invariant: the title and what is left are all that was pasted, once each; where it is not sure which
 * part of a page the first line of its text is, nothing is taken.
 */
import type { EditorView } from 'prosemirror-view';
import { inlineText } from '../../../shared/document/plain-text.ts';
import type { BlockContent } from '../../../shared/document/schema.ts';
import type { Carried } from '../../ui/page-snapshot.ts';
import { inertHtml } from '../../ui/trusted-types.ts';
import { insertBlocks, LOOKS_LIKE_MARKDOWN, readMarkdown } from '../clipboard/clipboard.ts';
import { isCodeEditor } from '../clipboard/pasted-elements.ts';
import { beginText, pasteOf, type Range, roomIn } from './paste-below.ts';

/** Of these the first line is a part, and no title. */
const WHOLE = 'ul, ol, dl, table, pre, blockquote, figure, details, .callout';
const BEGINS_A_BLOCK = /^(?:[-*+] |\d+[.)] |> |```|\||---)/;
const NOTE = '[data-embed*="footnote"]';
const SAYS_SOMETHING = 'img, picture, svg, video, audio, iframe, hr, input, math, table';

interface Split {
  title: string;
  /** What is to be pasted into the text, or put there; null where nothing is left. */
  rest: Carried | readonly BlockContent[] | null;
}

interface Pasted {
  view: EditorView;
  field: HTMLTextAreaElement;
  /** Where in the field. */
  place: () => Range;
  data: Carried;
  /** As it reads. */
  text: string;
}

/** Resolves with what puts the title there, and the rest below it. */
export async function readTitle({ view, field, place, data, text }: Pasted): Promise<() => void> {
  const split = await titleOfPaste(data, text, roomIn(field, place()));
  const { title, rest } = split ?? { title: '', rest: data };
  return () => {
    if (title) {
      field.setRangeText(title, ...place(), 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (!rest) return field.focus();
    beginText(view);
    if ('getData' in rest) view.dom.dispatchEvent(pasteOf(rest));
    else insertBlocks(view, rest);
  };
}

/**
 * @param text of what is pasted, as it reads
 * @param room letters that the title can take
 * @returns null where there is none
 */
async function titleOfPaste(data: Carried, text: string, room: number): Promise<Split | null> {
  const [, line = '', below = ''] = /^\s*([^\r\n]*)([\s\S]*)$/.exec(text) ?? [];
  const html = data.getData('text/html');
  if (!html && LOOKS_LIKE_MARKDOWN.test(text)) {
    const split = splitBlocks(await readMarkdown(text));
    return split && split.title.length <= Math.min(room, line.length) ? split : null;
  }
  const title = line.trim().replace(/\s+/g, ' ');
  if (title === '' || title.length > room || line.includes('\t')) return null;
  if (!html && BEGINS_A_BLOCK.test(line.trimStart())) return null;
  const page = html === '' ? '' : withoutBeginning(html, title);
  if (page === null) return null;
  const left = below.replace(/^(?:[ \t]*\r?\n|\r)+/, '');
  if (left.trim() === '' && page === '' && data.files.length === 0) return { title, rest: null };
  const texts = new Map([
    ['text/plain', left],
    ['text/html', page],
  ]);
  return {
    title,
    rest: {
      files: data.files,
      types: data.types,
      getData: (type) => texts.get(type === 'Text' ? 'text/plain' : type) ?? '',
    },
  };
}

/** Null where the first block is no line of text alone: something of it would be lost in a title. */
function splitBlocks([first, ...rest]: readonly BlockContent[]): Split | null {
  if (!first || (first.type !== 'heading' && first.type !== 'paragraph') || first.depth)
    return null;
  if (first.content.some((run) => 'embed' in run || run.marks?.link !== undefined)) return null;
  const title = inlineText(first.content).trim();
  if (title === '' || /[\n\t]/.test(title)) return null;
  return { title: title.replace(/\s+/g, ' '), rest: rest.length > 0 ? rest : null };
}

/** A page without what reads as `beginning`; empty where nothing is left, null where it begins otherwise. */
function withoutBeginning(html: string, beginning: string): string | null {
  const { body, head } = new DOMParser().parseFromString(inertHtml(html), 'text/html');
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const letters = (text: string) => text.replace(/\s+/g, '');
  const wanted = letters(beginning);
  const taken: Text[] = [];
  let found = '';
  while (found !== wanted) {
    const next = texts.nextNode() as Text | null;
    if (!next) return null;
    if (next.parentElement!.closest('style, script, template')) continue;
    if (next.parentElement!.closest(WHOLE) || isInCode(next)) return null;
    found += letters(next.data);
    if (!wanted.startsWith(found)) return null;
    taken.push(next);
  }
  const cut = body.querySelector<HTMLElement>('[data-pm-slice]')?.dataset.pmSlice;
  const range = document.createRange();
  range.setStart(body, 0);
  range.setEndAfter(taken.at(-1)!);
  // A picture above the first line, or within it, would be lost with it, and a note have no sign.
  if (range.cloneContents().querySelector(`${SAYS_SOMETHING}, ${NOTE}`)) return null;
  for (const text of taken) removeUpwards(text, body);
  // What began a line is in none: breaks that stood behind the title.
  for (let first = firstIn(body); first?.nodeName === 'BR'; first = firstIn(body)) {
    removeUpwards(first, body);
  }
  const isEmpty = !body.textContent.trim() && !body.querySelector(SAYS_SOMETHING);
  // What this editor copied says so at its first block, and has no other name for some.
  if (cut && !body.querySelector('[data-pm-slice]'))
    body.firstElementChild?.setAttribute('data-pm-slice', cut.replace(/^\d+/, '0'));
  // How the page is to look may be said above it.
  return isEmpty ? '' : head.innerHTML + body.innerHTML;
}

function isInCode({ parentElement }: Text): boolean {
  for (let around = parentElement; around; around = around.parentElement)
    if (isCodeEditor(around)) return true;
  return false;
}

/** The first text or element without content that is shown. */
function firstIn(body: Element): ChildNode | null {
  const nodes = document.createTreeWalker(body);
  while (nodes.nextNode()) {
    const node = nodes.currentNode as ChildNode;
    if (node.nodeType === Node.TEXT_NODE ? node.textContent?.trim() : node.nodeName === 'BR')
      return node;
    if (node instanceof Element && node.matches(SAYS_SOMETHING)) return node;
  }
  return null;
}

/** And what holds nothing else. */
function removeUpwards(node: ChildNode, top: Element): void {
  let { parentElement: parent } = node;
  node.remove();
  while (parent && parent !== top && !parent.textContent.trim() && !parent.firstElementChild) {
    const above = parent.parentElement;
    parent.remove();
    parent = above;
  }
}
