/**
 * What a document is after it was written as Markdown and read again: the agreed losses, spelled
 * out step by step and without the code that reads and writes.
 *
 * Invariant: applying this twice changes nothing more.
 */
import type { ListKind } from '../../document/block-types/definition.ts';
import { textOf } from '../../document/plain-text.ts';
import { type BlockContent, type Inline, isKnownType } from '../../document/schema.ts';
import { canonicalInline, canonicalLine } from '../inline.ts';
import { kindOf, type NestedBlock, nest, runsOf } from '../nesting.ts';

interface Document {
  title: string;
  blocks: BlockContent[];
}

/** A piece of Markdown: a container with pieces in it, or a block that stands alone. */
type Piece =
  | { kind: ListKind; start: number; items: { block: BlockContent; pieces: Piece[] }[] }
  | { kind: null; block: BlockContent; inside?: Piece[] };

export function asMarkdownSays(doc: Document): { title: string | null; blocks: BlockContent[] } {
  const blocks = flatten(piecesOf(nest(doc.blocks)), 0);
  const title = oneLine(doc.title);
  const first = blocks[0];
  const opens = first?.type === 'heading' && first.level === 1 && !first.depth ? first : null;
  const opening = opens ? oneLine(textOf(opens).replaceAll('\uFFFC', ' ')) : '';
  if (title && title !== opening) return { title, blocks };
  if (!opens) return { title: null, blocks };
  const only = opens.content[0];
  const isPlain =
    opens.content.length === 1 &&
    only &&
    'text' in only &&
    !only.marks &&
    !only.text.includes('\n');
  return { title: opening || null, blocks: isPlain ? blocks.slice(1) : blocks };
}

function piecesOf(nodes: readonly NestedBlock[]): Piece[] {
  return runsOf(nodes).flatMap((run): Piece[] => {
    const { block } = run[0]!;
    const kind = kindOf(block);
    if (kind) {
      const start = kind === 'ordered' ? (block.start ?? 1) : 1;
      const items = run.map((node) => ({ block: node.block, pieces: piecesOf(node.children) }));
      return [{ kind, start, items }];
    }
    const content = inlineSays(block.content);
    const paragraph = paragraphOf(content);
    const inside = piecesOf(run[0]!.children);
    switch (block.type) {
      case 'heading':
        return [{ kind: null, block: { type: 'heading', level: block.level ?? 1, content } }];
      case 'divider':
        return [{ kind: null, block: { type: 'divider', content: [] } }, ...paragraph];
      case 'callout': {
        const [opening, ...others] = inside;
        const takesText =
          content.length === 0 && opening?.kind === null && isParagraph(opening.block);
        const callout: BlockContent = {
          type: 'callout',
          tone: block.tone ?? 'note',
          ...(block.icon ? { icon: block.icon } : {}),
          content: takesText ? opening.block.content : content,
        };
        return [{ kind: null, block: callout, inside: takesText ? others : inside }];
      }
      case 'toggle':
        return [{ kind: null, block: { type: 'toggle', content: canonicalLine(content) }, inside }];
      case 'formula': {
        const text = textOf(block);
        return [{ kind: null, block: { type: 'formula', content: text ? [{ text }] : [] } }];
      }
      case 'image':
        return imageSays(block, canonicalLine(content));
      case 'file':
        return fileSays(block, canonicalLine(content));
      case 'bookmark':
        return bookmarkSays(block, canonicalLine(content));
      case 'table':
        return [...tableSays(block), ...paragraph];
      case 'code': {
        const text = textOf(block);
        const { language, raw } = block;
        return [
          {
            kind: null,
            block: {
              type: 'code',
              ...(language ? { language } : {}),
              ...(raw ? { raw } : {}),
              content: text ? [{ text }] : [],
            },
          },
        ];
      }
      case 'paragraph':
        return paragraph;
      default: {
        if (!isKnownType(block.type)) return paragraph;
        // Any other type has words for all it says.
        const { depth: _, ...says } = block;
        return [{ kind: null, block: { ...says, content: canonicalLine(content) } }];
      }
    }
  });
}

/** People and dates become text, other documents links. */
function inlineSays(content: readonly Inline[]): Inline[] {
  return canonicalInline(
    content.map((run): Inline => {
      if ('text' in run) return run;
      const { object, name, date, document, title } = run.embed;
      if (object === 'document') {
        const { linkTitle: _, ...marks } = run.marks ?? {};
        const link = document === '../evil' ? {} : { link: `/d/${document}` };
        return { text: String(title || 'Untitled'), marks: { ...marks, ...link } };
      }
      if (object === 'mention') return { text: `@${name}`, ...withMarks(run) };
      return object === 'date' ? { text: String(date), ...withMarks(run) } : run;
    }),
  );
}

function withMarks({ marks }: Inline): Pick<Inline, 'marks'> {
  return marks ? { marks } : {};
}

function paragraphOf(content: Inline[]): Piece[] {
  return content.length > 0 ? [{ kind: null, block: { type: 'paragraph', content } }] : [];
}

/** A picture loses its width; with pictures in its caption it is a paragraph of pictures. */
function imageSays({ src, alt }: BlockContent, caption: Inline[]): Piece[] {
  if (caption.some((run) => 'embed' in run && run.embed.object === 'image')) {
    const image = { object: 'image', src: src ?? '', alt: alt ?? '' };
    return paragraphOf(canonicalInline([{ embed: image }, { text: '\n' }, ...caption]));
  }
  const block = { type: 'image', ...(src ? { src } : {}), ...(alt ? { alt } : {}) };
  return [{ kind: null, block: { ...block, content: caption } }];
}

/** A file without an address is its name. */
function fileSays({ src, name, size, mime }: BlockContent, caption: Inline[]): Piece[] {
  if (!src) {
    const below: Inline[] = caption.length > 0 ? [{ text: '\n' }, ...caption] : [];
    return paragraphOf(canonicalInline([{ text: name ?? 'File' }, ...below]));
  }
  const known = { ...(size === undefined ? {} : { size }), ...(mime ? { mime } : {}) };
  return [
    { kind: null, block: { type: 'file', src, name: name ?? 'File', ...known, content: caption } },
  ];
}

/** A bookmark without an address is its title. */
function bookmarkSays({ href }: BlockContent, title: Inline[]): Piece[] {
  if (!href) return paragraphOf(canonicalInline(title));
  return [{ kind: null, block: { type: 'bookmark', href, content: title } }];
}

/** A table loses its widths, an empty first row and white space around cells. */
function tableSays({ table, header }: BlockContent): Piece[] {
  if (!table || table.columns.length === 0) return [];
  const columns = table.columns.map(({ align }) => ({ id: '', ...(align ? { align } : {}) }));
  const rows = table.rows.map(({ cells }) => ({ id: '', cells: cells.map(cellSays) }));
  if (rows.length === 0) rows.push({ id: '', cells: columns.map(() => []) });
  const isHeader =
    (header || table.rows.length === 0) &&
    (rows.length === 1 || rows[0]!.cells.some((cell) => cell.length > 0));
  if (header && !isHeader) rows.shift();
  const block = { type: 'table', ...(isHeader ? { header: true } : {}), content: [] };
  return [{ kind: null, block: { ...block, table: { columns, rows } } }];
}

/** A bar behind a backslash is not possible in code, and has another name in a formula. */
function cellSays(content: readonly Inline[]): Inline[] {
  const odd = /(?<!\\)(\\\\)*\\\|/;
  return canonicalLine(
    canonicalLine(inlineSays(content)).map((run): Inline => {
      if ('embed' in run && run.embed.object === 'formula') {
        const source = String(run.embed.source).replaceAll('\\|', '\\Vert ');
        return { ...run, embed: { ...run.embed, source } };
      }
      if ('embed' in run || !run.marks?.code || !odd.test(run.text)) return run;
      const { code: _, ...marks } = run.marks;
      return { text: run.text, marks };
    }),
  );
}

function flatten(pieces: readonly Piece[], depth: number): BlockContent[] {
  const blocks: BlockContent[] = [];
  const at = depth > 0 ? { depth } : {};
  let before: ListKind | null = null;
  for (const piece of pieces) {
    const again = piece.kind !== null && piece.kind === before;
    before = piece.kind;
    if (piece.kind === null) {
      const last = blocks.at(-1);
      if (isDefinition(piece.block) && last && isDefinition(last) && !last.depth !== depth > 0) {
        last.content = [{ text: `${textOf(last)}\n${textOf(piece.block)}` }];
      } else {
        blocks.push({ ...piece.block, ...at });
        blocks.push(...flatten(piece.inside ?? [], depth + 1));
      }
    } else if (piece.kind === 'quote') {
      blocks.push(...flattenQuote(piece.items, again, depth));
    } else {
      piece.items.forEach(({ block, pieces: inside }, index) => {
        let content = inlineSays(block.content);
        let rest = inside;
        const opening = rest[0];
        const boxed = block.type === 'task' || block.checked !== undefined;
        if (
          content.length === 0 &&
          !boxed &&
          opening?.kind === null &&
          /^(?:paragraph|image|file|bookmark)$/.test(opening.block.type)
        ) {
          content = paragraphSays(opening.block);
          rest = rest.slice(1);
        }
        const begins = index === 0 && (again || (piece.kind === 'ordered' && piece.start !== 1));
        blocks.push({
          type: block.type,
          ...at,
          ...(boxed ? { checked: block.checked === true } : {}),
          ...(begins ? { start: piece.start } : {}),
          content,
        });
        blocks.push(...flatten(rest, depth + 1));
      });
    }
  }
  return blocks;
}

function flattenQuote(
  items: readonly { block: BlockContent; pieces: Piece[] }[],
  again: boolean,
  depth: number,
): BlockContent[] {
  const inside = items.flatMap(({ block, pieces }): Piece[] => {
    const content = inlineSays(block.content);
    const text: Piece = { kind: null, block: { type: 'paragraph', content } };
    return content.length > 0 ? [text, ...pieces] : pieces;
  });
  const quotes: { content: Inline[]; deeper: Piece[] }[] = [];
  for (const piece of inside) {
    if (piece.kind === null && isParagraph(piece.block)) {
      quotes.push({ content: piece.block.content, deeper: [] });
    } else {
      if (quotes.length === 0) quotes.push({ content: [], deeper: [] });
      quotes.at(-1)!.deeper.push(piece);
    }
  }
  if (quotes.length === 0) quotes.push({ content: [], deeper: [] });
  return quotes.flatMap(({ content, deeper }, index) => [
    {
      type: 'quote',
      ...(depth > 0 ? { depth } : {}),
      ...(again && index === 0 ? { start: 1 } : {}),
      content,
    },
    ...flatten(deeper, depth + 1),
  ]);
}

/** The line of text that a picture or file is when it opens an item. */
function paragraphSays({ type, content, ...block }: BlockContent): Inline[] {
  if (type === 'paragraph') return content;
  const below: Inline[] = content.length > 0 ? [{ text: '\n' }, ...content] : [];
  if (type === 'image') {
    const image = { object: 'image', src: block.src ?? '', alt: block.alt ?? '' };
    const only = content.length === 1 ? content[0] : undefined;
    return only && 'text' in only && !only.marks && !only.text.includes('\n')
      ? [{ embed: { ...image, title: only.text } }]
      : canonicalInline([{ embed: image }, ...below]);
  }
  if (type === 'bookmark') {
    const marks = { link: block.href ?? '', linkTitle: 'Bookmark' };
    const only = content.length === 1 ? content[0] : undefined;
    return only && 'text' in only && !only.marks && !only.text.includes('\n')
      ? [{ text: only.text, marks }]
      : canonicalInline([{ text: block.href ?? '', marks }, ...below]);
  }
  const said = ['File', block.mime, block.size === undefined ? null : `${block.size} bytes`];
  const linkTitle = said.filter((part) => part).join(', ');
  return canonicalInline([
    { text: block.name ?? '', marks: { link: block.src ?? '', linkTitle } },
    ...below,
  ]);
}

function isParagraph(block: BlockContent): boolean {
  return block.type === 'paragraph';
}

function isDefinition(block: BlockContent): boolean {
  return block.raw === true && /^\[[^\]]*\]: /.test(textOf(block));
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
