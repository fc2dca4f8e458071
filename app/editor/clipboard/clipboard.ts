/**
 * Copy and paste: nested HTML outside, flat blocks with a depth inside.
 *
 * Invariant: what is pasted holds only blocks, marks and addresses of our schema; nothing of the
 * source's styling, scripts or ids comes along.
 */
import {
  DOMParser,
  DOMSerializer,
  Fragment,
  type Node,
  type ParseOptions,
  Slice,
} from 'prosemirror-model';
import { type EditorState, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isSafeLink } from '../../../shared/document/addresses.ts';
import { ATTRIBUTE_NAMES, type BlockContent } from '../../../shared/document/schema.ts';
import { checkAttribute } from '../../../shared/document/validate.ts';
import { wellFormed } from '../../../shared/formats/inline.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/announce.ts';
import { blockNode } from '../binding/nodes.ts';
import { columnsOf } from '../blocks/table/node.ts';
import {
  blockStart,
  clearRange,
  reachesOverEdge,
  removeSelection,
  selectedBlocks,
} from '../commands/commands.ts';
import { adoptFigures } from '../figures/figure-clipboard.ts';
import { ownImages } from '../figures/own-images.ts';
import { withFolded } from '../folding/folding.ts';
import { addressesIn } from '../links/autolink.ts';
import { copyOf } from '../objects/put-object.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { CleanSerializer, takenContent, textOfSlice, wholeTables } from './copied.ts';
import { drop } from './dropped.ts';
import { pasteWhenRead } from './lazy-clipboard.ts';
import { pasteIntoCell } from './paste-into-table.ts';
import { linesOfText, pasteIntoText } from './paste-into-text.ts';
import { flatten, readableHtml } from './pasted-html.ts';
import { withLinesKept } from './pasted-lines.ts';
import { readTabSeparated } from './tab-separated.ts';

/** Reads HTML of any program: it is made flat before the schema reads the rest. */
class FlatParser extends DOMParser {
  override parseSlice(dom: HTMLElement, options?: ParseOptions): Slice {
    flatten(dom);
    return super.parseSlice(dom, options);
  }
}

export const LOOKS_LIKE_MARKDOWN =
  /^(#{1,6} |[-*+] |\d+[.)] |> |```|\|.*\||---$|\$\$$)|\*\*[^*\n]+\*\*|\[[^[\]\n]+\]\([^)\n]{1,2000}\)|^[-*+] \[[ x]\] /m;

/** Text with signs of Markdown in it, as what stands in a document. */
export async function readMarkdown(text: string): Promise<BlockContent[]> {
  // The parser is loaded when it is first needed.
  const { parseMarkdown } = await import('../../../shared/formats/markdown.ts');
  // A file's first heading is its title; in the middle of a document it is a heading.
  return parseMarkdown(withLinesKept(text), { isUntitled: true }).blocks;
}

/** Replaces the selection by blocks, without ids. */
export function insertBlocks(view: EditorView, blocks: readonly BlockContent[]): void {
  const nodes = blocks.map((block) => withoutId(blockNode({ ...block, id: '' })));
  const open = nodes.length > 0 && nodes[0]!.type === schema.nodes.paragraph ? 1 : 0;
  const end = nodes.length > 0 && nodes[nodes.length - 1]!.isTextblock ? Math.min(1, open) : 0;
  const read = new Slice(Fragment.fromArray(nodes), open, nodes.length > 1 ? end : open);
  const slice = ownImages(view, read);
  adoptFigures(view, slice);
  put(view, slice);
}

/** Puts a slice in the place of the selection. */
function put(view: EditorView, slice: Slice): void {
  if (!pasteIn(view, slice))
    view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
}

/** A copy has names of its own, as its rows and columns have, and attributes a document can keep. */
function withoutId(node: Node): Node {
  const { table, tableRow, tableCell } = schema.nodes;
  const isPart = node.type === tableRow || node.type === table;
  const content = isPart ? Fragment.from(node.children.map(withoutId)) : node.content;
  const columns = columnsOf(node).map((column) => ({ ...checked(column), id: '' }));
  // Which cells are one is said by the cells: their names are others now.
  const named =
    node.type === table
      ? { merged: null, columns: columns.length > 0 ? columns : node.attrs.columns }
      : {};
  const { down, across } = node.attrs;
  const attrs =
    node.type === tableCell ? { down, across } : { ...checked(node.attrs), ...named, id: null };
  return node.type.create(attrs, content, node.marks);
}

/** Attributes as whoever reads the document will find them. */
function checked<T extends object>(attributes: T): T {
  const sound = ATTRIBUTE_NAMES.filter((name) => name in attributes).map((name) => [
    name,
    checkAttribute(name, (attributes as Record<string, unknown>)[name]),
  ]);
  return { ...attributes, ...Object.fromEntries(sound) };
}

/** Cells of a spreadsheet as a table: text, with no row that is a heading. */
function tableOf(rows: readonly (readonly string[])[]): BlockContent {
  const inline = (text: string) => (text ? [{ text }] : []);
  return {
    type: 'table',
    content: [],
    table: {
      columns: rows[0]!.map(() => ({ id: '' })),
      rows: rows.map((cells) => ({ id: '', cells: cells.map(inline) })),
    },
  };
}

/** A folded block that is selected whole, with what is folded behind it; null where none is. */
function foldedSlice(state: EditorState): Slice | null {
  const { doc, selection } = state;
  if (!(selection instanceof BlockSelection)) return null;
  const selected = selectedBlocks(state);
  const { from, to } = withFolded(state, selected);
  return to === selected.to ? null : doc.slice(blockStart(doc, from), blockStart(doc, to));
}

/** Copies or cuts what the view itself would take too little of, or join to other text. */
function take(view: EditorView, event: ClipboardEvent, isCut: boolean): boolean {
  const { state } = view;
  const folded = foldedSlice(state);
  const cuts = isCut && reachesOverEdge(state.selection);
  if (!event.clipboardData || !(folded || cuts)) return false;
  const { dom, text } = view.serializeForClipboard(folded ?? takenContent(state.selection));
  event.preventDefault();
  event.clipboardData.clearData();
  event.clipboardData.setData('text/html', dom.innerHTML);
  event.clipboardData.setData('text/plain', text);
  if (isCut && view.editable)
    removeSelection(state, (tr) => view.dispatch(tr.setMeta('uiEvent', 'cut')));
  return true;
}

export function clipboard(): Plugin {
  const tried = new WeakSet<Event>();
  // Whether somebody has just asked for the text alone.
  let asWritten = false;
  return new Plugin({
    props: {
      clipboardParser: new FlatParser(schema, DOMParser.fromSchema(schema).rules),
      transformPastedHTML: (html) => {
        asWritten = false;
        return readableHtml(html);
      },
      transformPastedText: (text, isPlain) => {
        asWritten = isPlain;
        return wellFormed(text);
      },
      clipboardTextParser: linesOfText,
      transformCopied: wholeTables,
      clipboardSerializer: new CleanSerializer(
        DOMSerializer.nodesFromSchema(schema),
        DOMSerializer.marksFromSchema(schema),
      ),
      clipboardTextSerializer: (slice) => textOfSlice(slice),
      transformPasted: (slice, view) =>
        view.dragging?.move
          ? slice
          : new Slice(copyOf(mapBlocks(slice.content)), slice.openStart, slice.openEnd),
      handleDOMEvents: {
        copy: (view, event) => take(view, event, false),
        cut: (view, event) => take(view, event, true),
      },
      handleDrop: drop,
      handlePaste: (view, event, read) => {
        const data = event.clipboardData;
        const text = data?.getData('text/plain') ?? '';
        const isText = text.trim() !== '' && saysNothing(read);
        const hasHtml = !isText && Boolean(data?.getData('text/html'));
        if (!text && !hasHtml && read.size === 0) {
          // The view tries once more, by having the browser paste beside the text.
          const isSecond = tried.has(event);
          tried.add(event);
          if (isSecond) announce(tLazy().figures.nothingToPaste);
          return isSecond;
        }
        const { selection } = view.state;
        const slice = isText ? linesOfText(wellFormed(text), selection.$from, asWritten) : read;
        if (selection.$from.parent.type.spec.code) return pasteIntoCode(view, slice);
        if (asWritten) return pasteIn(view, slice);
        const address = text.trim();
        const isAddress = /^(https?|mailto|tel):\S+$/i.test(address) && isSafeLink(address);
        const link = schema.marks.link!.create({ href: isAddress ? address : '' });
        const isInLine = selection.$from.parent.inlineContent;
        const over = view.state.doc.textBetween(selection.from, selection.to).trim();
        if (isAddress && isInLine && !selection.empty && !isAddressAlone(over)) {
          view.dispatch(view.state.tr.addMark(selection.from, selection.to, link));
          return true;
        }
        if (isAddress && isInLine && !hasHtml) {
          const written = schema.text(address, link.addToSet(selection.$from.marks()));
          const tr = view.state.tr.replaceSelectionWith(written, false).removeStoredMark(link);
          view.dispatch(tr.scrollIntoView().setMeta('paste', true));
          return true;
        }
        const rows = hasHtml ? null : readTabSeparated(text);
        const isInCell = selection.$from.parent.type === schema.nodes.tableCell;
        if (rows && (isInCell || rows.length > 1)) {
          insertBlocks(view, [tableOf(rows)]);
          return true;
        }
        if (hasHtml || !LOOKS_LIKE_MARKDOWN.test(text)) return pasteIn(view, slice);
        const parsed = readMarkdown(text).then((blocks) => () => insertBlocks(view, blocks));
        pasteWhenRead(view, parsed, text, () => put(view, slice));
        return true;
      },
    },
  });
}

/** Whether a text is itself an address, which another one takes the place of: it would lead elsewhere. */
function isAddressAlone(text: string): boolean {
  const [address] = addressesIn(text);
  return address?.from === 0 && address.to === text.length;
}

/** Whether a page has no text and no object for us, as one has not that is a drawing or a control. */
function saysNothing({ content }: Slice): boolean {
  const { paragraph, break: lineBreak } = schema.nodes;
  let says = false;
  content.descendants(({ type, isText, text }) => {
    says ||= isText ? text!.trim() !== '' : type !== paragraph && type !== lineBreak;
  });
  return !says;
}

/** Pastes the way that is particular to where the caret is; false where there is none. */
function pasteIn(view: EditorView, slice: Slice): boolean {
  const tr = pasteIntoCell(view.state.tr, slice) ?? pasteIntoText(view.state.tr, slice);
  if (tr) view.dispatch(tr.scrollIntoView().setMeta('paste', true));
  return tr !== null;
}

/** The text alone; false where that is what the view would put in itself. */
function pasteIntoCode(view: EditorView, slice: Slice): boolean {
  const { selection, tr } = view.state;
  const cuts = reachesOverEdge(selection);
  const isText = !slice.content.firstChild?.isBlock;
  if (isText && !cuts) return false;
  const text = isText ? slice.content.textBetween(0, slice.size) : textOfSlice(slice);
  if (cuts) clearRange(tr, selection.from, selection.to);
  view.dispatch(tr.insertText(text).scrollIntoView().setMeta('paste', true));
  return true;
}

function mapBlocks(content: Fragment): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    nodes.push(node.isBlock && 'id' in node.attrs ? withoutId(node) : node);
  });
  return Fragment.fromArray(nodes);
}
