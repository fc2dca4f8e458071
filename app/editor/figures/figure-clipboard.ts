/**
 * Pictures and files in what is copied, pasted and dropped. Loaded with the clipboard's part.
 *
 * Invariant: a picture that is pasted is one, and not the text of its caption, and its bytes are asked
 * for in this document.
 */
import { Fragment, type Node, Slice } from 'prosemirror-model';
import type { EditorProps, EditorView } from 'prosemirror-view';
import { attachmentOf } from '../../../shared/document/attachments.ts';
import { inertHtml } from '../../ui/trusted-types.ts';
import { pasteWhenRead, textOf } from '../clipboard/lazy-clipboard.ts';
import { isFigure } from '../commands/commands.ts';
import { depthBetween, type Landing } from '../menus/drop.ts';
import { schema } from '../schema.ts';
import { insertFiles, loadInsertion } from './arrivals.ts';
import type { AttachmentSource } from './attachment-source.ts';
import { attachmentSourceOf } from './figures.ts';
import { ownImages } from './own-images.ts';

export function figureClipboard(attachmentSource: AttachmentSource): EditorProps {
  return {
    handlePaste: (view, event) => {
      const data = event.clipboardData;
      if (!data) return false;
      const files = [...data.files];
      const html = data.getData('text/html');
      if (files.length > 0 && !saysMore(html)) {
        insertFiles(view, files);
        return true;
      }
      if (!PICTURE_AS_DATA.test(html)) return false;
      const read = loadInsertion().then(async ({ keepImages }) => {
        const rest = await keepImages(attachmentSource, html);
        return () => {
          if (view.editable) view.pasteHTML(rest);
        };
      });
      const pasteText = (text: string) => {
        if (view.editable) view.pasteText(text);
      };
      const copied = { files: data.files, getData: (type: string) => data.getData(type) };
      // As long as it takes: the text alone would be without the pictures.
      pasteWhenRead(view, read, textOf(view, copied), pasteText, null);
      return true;
    },
    handleDrop: (view, event) => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return false;
      event.preventDefault();
      insertFiles(view, files, landingOfFiles(view, event.clientY));
      return true;
    },
    transformCopied: captionAlone,
    transformPasted: (slice, view) => {
      if (view.dragging?.move) return wholeFigures(slice);
      adoptFigures(view, slice);
      return wholeFigures(ownImages(view, slice));
    },
  };
}

/** Text out of a single caption is mere text. */
function captionAlone(slice: Slice): Slice {
  const { content, openStart, openEnd } = slice;
  const only = content.childCount === 1 ? content.child(0) : null;
  if (!only || !isFigure(only) || openStart === 0 || openEnd === 0) return slice;
  const text = schema.nodes.paragraph!.create(null, only.content);
  return new Slice(Fragment.from(text), 1, 1);
}

/** At the ends of what is pasted a picture is one, too, and not the text of its caption. */
function wholeFigures({ content, openStart, openEnd }: Slice): Slice {
  const isWhole = (node: Node | null) => node !== null && isFigure(node);
  return new Slice(
    content,
    isWhole(content.firstChild) ? 0 : openStart,
    isWhole(content.lastChild) ? 0 : openEnd,
  );
}

const PICTURE_AS_DATA = /<img\b[^>]*\bsrc\s*=\s*["']?data:image\//i;

/** Whether what was copied is more than the one picture whose bytes came along. */
function saysMore(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(inertHtml(html), 'text/html');
  return body.textContent.trim() !== '' || body.querySelectorAll('img').length !== 1;
}

/** Where files that are dropped at a height of the window land: between two blocks. */
export function landingOfFiles(view: EditorView, y: number): Landing {
  const { doc } = view.state;
  let target = 0;
  let wanted = 0;
  view.dom.querySelectorAll<HTMLElement>(':scope > [data-block]').forEach((block) => {
    const box = block.getBoundingClientRect();
    if (box.height === 0 || y < box.top) return;
    const index = Math.min(doc.resolve(view.posAtDOM(block, 0)).index(0), doc.childCount - 1);
    target = y < (box.top + box.bottom) / 2 ? index : index + 1;
    wanted = doc.child(index).attrs.depth as number;
  });
  return { target, depth: depthBetween(doc, target, wanted) };
}

/** Tells that blocks came in that may show what this document does not have yet. */
export function adoptFigures(view: EditorView, { content }: Slice): void {
  const ids = new Set<string>();
  content.descendants((node) => {
    const embed = node.attrs.embed as { src?: unknown } | undefined;
    const src: unknown = node.attrs.src ?? embed?.src;
    const id = typeof src === 'string' ? attachmentOf(src) : null;
    if (id) ids.add(id);
  });
  if (ids.size > 0)
    void attachmentSourceOf(view.state)
      ?.ready()
      .then((attachments) => attachments.adopt(ids));
}
