/**
 * Draws whose words stand in the text, near what one sees of it. Loaded when somebody asks for it.
 *
 * Invariant: a colour and a name stand only on what the document can prove to be that person's, or
 * somebody says so for it; the rest is drawn as nobody's.
 */
import type { Node } from 'prosemirror-model';
import { Decoration, type EditorView } from 'prosemirror-view';
import type { Body } from '../../../shared/document/body.ts';
import { positionAt, shownPosition } from '../../../shared/document/position.ts';
import { Restored, type Span } from '../../../shared/document/restored.ts';
import { ROOT } from '../../../shared/document/schema.ts';
import type { Binding } from '../binding/binding.ts';
import { type DrawnBy, drawPlaces } from '../draw-places.ts';

/** What is shown of whoever wrote something. */
export interface Author {
  /** Who it was, and when as far as that is known. */
  says: string;
  /** A colour of people, null for nobody's. */
  color: string | null;
  /** Of the client it was asked of: all of it up to this clock was written then. */
  until: number;
}

/** Who wrote what was inserted under a Yjs client with a clock. */
export type AuthorOf = (client: number, clock: number) => Author;

/** Screens above and below the one that is seen. */
const AROUND = 1;

/** Draws who wrote what is near the view, from now on; null for nobody any more. */
export function drawAuthors(view: EditorView, binding: Binding, authorOf: AuthorOf | null): void {
  drawPlaces(view, 'authors', (spec) =>
    authorOf === null ? [] : decorationsOf(view, binding, authorOf, spec),
  );
}

function decorationsOf(
  view: EditorView,
  binding: Binding,
  authorOf: AuthorOf,
  spec: DrawnBy,
): Decoration[] {
  const decorations: Decoration[] = [];
  const { doc } = view.state;
  for (const { from, to, author } of authored(binding.body, blocksNear(view), authorOf)) {
    const start = placeOf(binding, doc, from);
    const end = placeOf(binding, doc, to);
    if (start === null || end === null || start >= end) continue;
    const { says, color } = author;
    const attributes = {
      class: 'author',
      title: says,
      style: `--author: var(${color === null ? '--ink-quiet' : `--person-${color}`})`,
    };
    decorations.push(Decoration.inline(start, end, attributes, spec));
  }
  return decorations;
}

/** Who wrote the word that the caret stands behind, or before at its beginning; null where none is. */
export function authorAtCaret(
  view: EditorView,
  binding: Binding,
  authorOf: AuthorOf,
): Author | null {
  const { doc, selection } = view.state;
  const id: unknown = selection.$head.node(1)?.attrs.id;
  if (typeof id !== 'string') return null;
  let after: Author | null = null;
  for (const { from, to, author } of authored(binding.body, new Set([id]), authorOf)) {
    const start = placeOf(binding, doc, from);
    const end = placeOf(binding, doc, to);
    if (start === null || end === null) continue;
    if (start < selection.head && selection.head <= end) return author;
    if (start === selection.head) after = author;
  }
  return after;
}

/** Stretches of the Y.Text, as they are to be told apart. */
function authored(body: Body, blocks: ReadonlySet<string>, authorOf: AuthorOf) {
  const told: { from: number; to: number; author: Author }[] = [];
  for (const { from, to, client, clock } of authoredStretches(body, blocks)) {
    const end = clock + to - from;
    for (let at = clock; at < end; ) {
      const author = authorOf(client, at);
      const next = Math.max(at + 1, Math.min(end, author.until));
      const begins = from + at - clock;
      const last = told.at(-1);
      if (last?.to === begins && last.author.says === author.says) last.to = from + next - clock;
      else told.push({ from: begins, to: from + next - clock, author });
      at = next;
    }
  }
  return told;
}

/** Ids of the blocks that are seen, and of some above and below. */
function blocksNear(view: EditorView): Set<string> {
  const near = new Set<string>();
  const room = innerHeight * AROUND;
  for (const element of view.dom.children) {
    const { top, bottom } = element.getBoundingClientRect();
    if (bottom < -room || top > innerHeight + room) continue;
    const node = view.state.doc.resolve(view.posAtDOM(element, 0)).node(1);
    const id: unknown = node?.attrs.id;
    if (typeof id === 'string') near.add(id);
  }
  return near;
}

/** A stretch of the Y.Text, by index, that was written under one client, the first of it with a clock. */
interface Stretch {
  from: number;
  to: number;
  client: number;
  clock: number;
}

/** Who wrote what of these blocks first: of what undo brought back, who had written that. */
export function authoredStretches(body: Body, blocks: ReadonlySet<string>): Stretch[] {
  const stretches: Stretch[] = [];
  const { doc } = body.text;
  const restored = doc && doc.getMap(ROOT.restored).size > 0 ? new Restored(doc, body.text) : null;
  const add = (from: number, { client, clock, length }: Span) => {
    const last = stretches.at(-1);
    const isNext = last?.to === from && last.client === client;
    if (isNext && last.clock + last.to - last.from === clock) last.to += length;
    else stretches.push({ from, to: from + length, client, clock });
  };
  for (const segment of body.segments) {
    const owner = shownPosition(body, segment, 0)?.id.split('/')[0];
    if (owner === undefined || !blocks.has(owner)) continue;
    let index = body.startOf(segment);
    const end = index + segment.length;
    let item = segment.item ?? body.text._start;
    for (; item !== null && index < end; item = item.right) {
      if (item.deleted || !item.countable) continue;
      const isMarker = item === segment.item;
      const span = { client: item.id.client, clock: item.id.clock, length: item.length };
      let at = index;
      index += item.length;
      if (isMarker) continue;
      for (const original of restored?.originals(span) ?? [span]) {
        add(at, original);
        at += original.length;
      }
    }
  }
  return stretches;
}

function placeOf(binding: Binding, doc: Node, index: number): number | null {
  const place = positionAt(binding.body, index);
  return place && binding.documentPosition(doc, place);
}
