/**
 * Files become blocks: read, kept on this device, and put in as one change. Loaded when the first
 * one comes.
 *
 * Invariant: a block is put in only for bytes that were taken in; what could not be is named to the
 * person, and the rest goes on. Whoever has gone on writing meanwhile keeps the caret.
 */
import type { Node } from 'prosemirror-model';
import { TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { attachmentAddress } from '../../../shared/document/attachments.ts';
import { inertHtml } from '../../ui/trusted-types.ts';
import { withChildren } from '../commands/block-commands.ts';
import { blockStart } from '../commands/commands.ts';
import { depthBetween, type Landing } from '../menus/drop.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { takeArrival } from './arrivals.ts';
import type { AttachmentSource } from './attachment-source.ts';
import type { Attachments } from './attachments.ts';
import { withImageType } from './image-type.ts';

/** Reads the files one by one, then puts those that could be read where they were meant to go. */
export async function insertWhenRead(
  view: EditorView,
  attachmentSource: AttachmentSource,
  files: readonly File[],
  arrival: object,
  landing: Landing | null,
): Promise<void> {
  const attachments = await attachmentSource.ready();
  const nodes: Node[] = [];
  for (const file of files) {
    try {
      nodes.push(await figureOf(attachments, file));
    } catch (error) {
      attachments.refuse(file.name, error);
    }
  }
  if (view.isDestroyed) return;
  const place = takeArrival(view, arrival);
  if (nodes.length === 0 || !view.editable) return;
  if (landing) dropAt(view, nodes, place, landing.depth);
  else putAt(view, nodes, place);
}

async function figureOf(attachments: Attachments, file: File): Promise<Node> {
  const pixels = await measureImage(file);
  const src = attachmentAddress(await attachments.add(file));
  if (pixels) return schema.node('image', { src, ...pixels });
  return schema.node('file', { src, name: file.name, size: file.size, mime: file.type });
}

/** How large a picture is by itself; null for what this browser cannot show. */
async function measureImage(
  file: Blob,
): Promise<{ pixelWidth: number; pixelHeight: number } | null> {
  const picture = await withImageType(file);
  if (!picture.type.startsWith('image/')) return null;
  const url = URL.createObjectURL(picture);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    return naturalWidth > 0 && naturalHeight > 0
      ? { pixelWidth: naturalWidth, pixelHeight: naturalHeight }
      : null;
  } catch {
    // Damaged, or a kind this browser does not know: it is kept as a file.
    return null;
  } finally {
    URL.revokeObjectURL(url);
  }
}

interface Place {
  at: number;
  hasGoneOn: boolean;
}

/** Between two blocks, and selected. */
function dropAt(
  view: EditorView,
  nodes: readonly Node[],
  { at, hasGoneOn }: Place,
  wanted: number,
): void {
  const { doc, tr } = view.state;
  const target = doc.resolve(Math.min(at, doc.content.size)).index(0);
  const start = blockStart(doc, target);
  const depth = depthBetween(doc, target, wanted);
  const figures = nodes.map((node) => atDepth(node, depth));
  tr.insert(start, figures).setMeta('paste', true);
  if (!hasGoneOn) {
    tr.setSelection(BlockSelection.between(tr.doc, start, start + sizeOf(figures) - 1));
    tr.scrollIntoView();
  }
  view.dispatch(tr);
  if (!hasGoneOn) view.focus();
}

/** Where the caret was: before an empty line, which one goes on in, or else behind the block. */
function putAt(view: EditorView, nodes: readonly Node[], { at, hasGoneOn }: Place): void {
  const { doc, tr } = view.state;
  const index = Math.min(doc.resolve(at).index(0), doc.childCount - 1);
  const block = doc.child(index);
  const start = blockStart(doc, index);
  // Behind what is nested in it, which would get another parent otherwise.
  const end = blockStart(doc, withChildren(doc, { from: index, to: index + 1 }).to);
  const figures = nodes.map((node) => atDepth(node, block.attrs.depth as number));
  const isLine = block.type === schema.nodes.paragraph;
  if (isLine && block.content.size === 0) {
    tr.insert(start, figures);
  } else {
    tr.insert(end, figures);
    // Whoever was at the end of a line goes on below; in the middle of one the caret stays.
    const wasAtEnd = !block.isTextblock || at === start + block.nodeSize - 1;
    if (wasAtEnd && !hasGoneOn) {
      const behind = end + sizeOf(figures);
      tr.insert(behind, schema.node('paragraph', { depth: block.attrs.depth }));
      tr.setSelection(TextSelection.create(tr.doc, behind + 1));
    }
  }
  if (!hasGoneOn) tr.scrollIntoView();
  view.dispatch(tr.setMeta('paste', true));
}

function atDepth(node: Node, depth: number): Node {
  return node.type.create({ ...node.attrs, depth }, node.content);
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + node.nodeSize, 0);
}

/** Takes the pictures out of HTML that carries them as data, and keeps them. @returns the rest */
export async function keepImages(
  attachmentSource: AttachmentSource,
  html: string,
): Promise<string> {
  const attachments = await attachmentSource.ready();
  const page = new DOMParser().parseFromString(inertHtml(html), 'text/html');
  for (const image of page.querySelectorAll('img')) {
    const file = fileOfData(image.getAttribute('src') ?? '', image.alt);
    if (!file) continue;
    image.removeAttribute('src');
    try {
      const pixels = await measureImage(file);
      if (!pixels) throw new Error('No picture that this browser can show.');
      image.setAttribute('src', attachmentAddress(await attachments.add(file)));
      image.setAttribute('data-pixels', `${pixels.pixelWidth}x${pixels.pixelHeight}`);
    } catch (error) {
      attachments.refuse(image.alt, error);
    }
  }
  return page.documentElement.innerHTML;
}

function fileOfData(address: string, name: string): File | null {
  const [whole, type = '', base64, data = ''] =
    /^\s*data:(image\/[\w.+-]+)((?:;[\w=-]+)*),(.*)$/is.exec(address) ?? [];
  if (!whole) return null;
  try {
    const isBase64 = /;base64$/i.test(base64 ?? '');
    const text = isBase64 ? atob(data.replace(/\s/g, '')) : decodeURIComponent(data);
    const bytes = isBase64
      ? Uint8Array.from(text, (character) => character.charCodeAt(0))
      : new TextEncoder().encode(text);
    return new File([bytes], name || 'picture', { type });
  } catch {
    // No picture in spite of what it says: it goes like any other address that is none.
    return null;
  }
}
