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
import type { Binding } from '../binding/binding.ts';
import { type DrawnBy, drawPlaces } from '../draw-places.ts';

/** What is shown of whoever wrote something. */
export interface Author {
  name: string;
  /** A colour of people, null for nobody's. */
  color: string | null;
}

/** Screens above and below the one that is seen. */
const AROUND = 1;

/** Draws who wrote what is near the view, from now on; null for nobody any more. */
export function drawAuthors(
  view: EditorView,
  binding: Binding,
  authorOf: ((client: number) => Author) | null,
): void {
  drawPlaces(view, 'authors', (spec) =>
    authorOf === null ? [] : decorationsOf(view, binding, authorOf, spec),
  );
}

function decorationsOf(
  view: EditorView,
  binding: Binding,
  authorOf: (client: number) => Author,
  spec: DrawnBy,
): Decoration[] {
  const decorations: Decoration[] = [];
  const { doc } = view.state;
  for (const { from, to, client } of authoredStretches(binding.body, blocksNear(view))) {
    const start = placeOf(binding, doc, from);
    const end = placeOf(binding, doc, to);
    if (start === null || end === null || start >= end) continue;
    const { name, color } = authorOf(client);
    const attributes = {
      class: 'author',
      title: name,
      style: `--author: var(${color === null ? '--ink-quiet' : `--person-${color}`})`,
    };
    decorations.push(Decoration.inline(start, end, attributes, spec));
  }
  return decorations;
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

/** Stretches of the Y.Text that one client wrote, in these blocks, by index. */
export function authoredStretches(
  body: Body,
  blocks: ReadonlySet<string>,
): { from: number; to: number; client: number }[] {
  const stretches: { from: number; to: number; client: number }[] = [];
  for (const segment of body.segments) {
    const owner = shownPosition(body, segment, 0)?.id.split('/')[0];
    if (owner === undefined || !blocks.has(owner)) continue;
    let index = body.startOf(segment);
    const end = index + segment.length;
    let item = segment.item ?? body.text._start;
    for (; item !== null && index < end; item = item.right) {
      if (item.deleted || !item.countable) continue;
      const client = item.id.client % 2 ** 32;
      const last = stretches.at(-1);
      const from = item === segment.item ? index + 1 : index;
      index += item.length;
      if (from === index) continue;
      if (last && last.to === from && last.client === client) last.to = index;
      else stretches.push({ from, to: index, client });
    }
  }
  return stretches;
}

function placeOf(binding: Binding, doc: Node, index: number): number | null {
  const place = positionAt(binding.body, index);
  return place && binding.documentPosition(doc, place);
}
