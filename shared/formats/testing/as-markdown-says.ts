/**
 * What a document is after it was written as Markdown and read again: the agreed losses, spelled
 * out step by step and without the code that reads and writes.
 *
 * Invariant: applying this twice changes nothing more.
 */
import { type BlockContent, type Inline, textOf } from '../../document/schema.ts';
import { canonicalInline } from '../inline.ts';
import { kindOf, type ListKind, type NestedBlock, nest, runsOf } from '../nesting.ts';

interface Document {
  title: string;
  blocks: BlockContent[];
}

/** A piece of Markdown: a container with pieces in it, or a block that stands alone. */
type Piece =
  | { kind: ListKind; start: number; items: { block: BlockContent; pieces: Piece[] }[] }
  | { kind: null; block: BlockContent };

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
    opens.content.length === 1 && only && 'text' in only && !only.marks && only.text === opening;
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
    const content = canonicalInline(block.content);
    const paragraph: Piece[] =
      content.length > 0 ? [{ kind: null, block: { type: 'paragraph', content } }] : [];
    switch (block.type) {
      case 'heading':
        return [{ kind: null, block: { type: 'heading', level: block.level ?? 1, content } }];
      case 'divider':
        return [{ kind: null, block: { type: 'divider', content: [] } }, ...paragraph];
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
      default:
        return paragraph;
    }
  });
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
      }
    } else if (piece.kind === 'quote') {
      blocks.push(...flattenQuote(piece.items, again, depth));
    } else {
      piece.items.forEach(({ block, pieces: inside }, index) => {
        let content = canonicalInline(block.content);
        let rest = inside;
        const opening = rest[0];
        const boxed = block.type === 'task' || block.checked !== undefined;
        if (
          content.length === 0 &&
          !boxed &&
          opening?.kind === null &&
          isParagraph(opening.block)
        ) {
          content = opening.block.content;
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
    const content = canonicalInline(block.content);
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

function isParagraph(block: BlockContent): boolean {
  return block.type === 'paragraph';
}

function isDefinition(block: BlockContent): boolean {
  return block.raw === true && /^\[[^\]]*\]: /.test(textOf(block));
}

function oneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}
