/**
 * What comes into a document in pieces that can be sent: pictures as data become attachments of it.
 *
 * Invariant: what is returned has the same text in the same places, and in it no piece that is
 * too long for a frame (shared/document/bounded.ts).
 */
import { Fragment, type Mark, type Node, Slice } from 'prosemirror-model';
import type { EditorView } from 'prosemirror-view';
import { attachmentAddress } from '../../../shared/document/attachments.ts';
import { isLongObject, isTooLong, textInsteadOf } from '../../../shared/document/bounded.ts';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';
import { attachmentSourceOf } from './figures.ts';
import { imageOfData, isData } from './image-data.ts';

export function ownImages(view: EditorView, slice: Slice): Slice {
  const blobs = new Map<string, Blob>();
  /** The address in this document; what is no picture has none. */
  const attachmentSource = attachmentSourceOf(view.state);
  const owned = (src: string): string => {
    if (!attachmentSource && !isTooLong(src)) return src;
    const picture = attachmentSource && imageOfData(src);
    if (!picture) return '';
    blobs.set(picture.id, picture.blob);
    return attachmentAddress(picture.id);
  };
  const content = mapped(slice.content, owned);
  if (content.eq(slice.content)) return slice;
  if (blobs.size > 0)
    void attachmentSource?.ready().then(async (attachments) => {
      for (const blob of blobs.values())
        await attachments.add(blob).catch((error: unknown) => attachments.refuse('', error));
    });
  return new Slice(content, slice.openStart, slice.openEnd);
}

function mapped(content: Fragment, owned: (src: string) => string): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    nodes.push(...(node.isInline ? inlineOf(node, owned) : [blockOf(node, owned)]));
  });
  return Fragment.fromArray(nodes);
}

function blockOf(node: Node, owned: (src: string) => string): Node {
  const content = mapped(node.content, owned);
  const attrs: Record<string, unknown> = { ...node.attrs };
  for (const [name, value] of Object.entries(attrs)) {
    if (name === 'src' && typeof value === 'string' && isData(value)) attrs.src = owned(value);
    else if (isTooLong(value)) attrs[name] = '';
  }
  return node.type.create(attrs, content, node.marks);
}

function inlineOf(node: Node, owned: (src: string) => string): Node[] {
  const marks = node.marks.filter((mark) => !isLongMark(mark));
  const dropped = node.marks.filter(isLongMark).map((mark) => ` (${mark.attrs.href})`);
  const nodes: Node[] = [];
  const embed = node.attrs.embed as InlineObject | undefined;
  if (embed && typeof embed.src === 'string' && isData(embed.src)) {
    nodes.push(node.type.create({ embed: { ...embed, src: owned(embed.src) } }, null, marks));
  } else if (embed && isLongObject(embed)) {
    nodes.push(schema.text(textInsteadOf(embed), marks));
  } else {
    nodes.push(node.mark(marks));
  }
  if (dropped.length > 0) nodes.push(schema.text(dropped.join(''), marks));
  return nodes;
}

function isLongMark(mark: Mark): boolean {
  return Object.values(mark.attrs).some(isTooLong);
}
