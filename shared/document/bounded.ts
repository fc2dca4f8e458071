/**
 * Content from elsewhere in pieces that can be sent.
 *
 * Text is cut to fit into frames, but an address, a name or an object of a line is one piece to Yjs:
 * one that is larger than a frame would never leave this device, and nothing written after it either.
 *
 * Invariant: no piece is longer than `MAX_PIECE_LENGTH`; what was longer is in the text, word for
 * word, but for pictures as data, whose place is among the attachments.
 */
import type { BlockContent, Inline, InlineObject, Marks } from './schema.ts';

/** Far below a frame, also where each letter takes four bytes; no real address is as long. */
const MAX_PIECE_LENGTH = 100_000;

export function isTooLong(piece: unknown): piece is string {
  return typeof piece === 'string' && piece.length > MAX_PIECE_LENGTH;
}

export function boundedBlocks(blocks: readonly BlockContent[]): BlockContent[] {
  return blocks.map((block) => {
    const long = Object.entries(block).filter(
      ([name, value]) => name !== 'type' && isTooLong(value),
    );
    const content = boundedLine(block.content);
    const { table } = block;
    const bounded = {
      ...block,
      content,
      ...(table
        ? {
            table: {
              ...table,
              rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(boundedLine) })),
            },
          }
        : {}),
    };
    for (const [name, value] of long) {
      delete bounded[name as 'src'];
      // A picture as data says nothing to a reader.
      if (!isData(value)) content.push({ text: `${content.length > 0 ? ' ' : ''}${value}` });
    }
    return bounded;
  });
}

function boundedLine(line: readonly Inline[]): Inline[] {
  return line.flatMap((run): Inline[] => {
    const { marks, behind } = boundedMarks(run.marks);
    const marked = marks ? { marks } : {};
    const runs: Inline[] =
      'text' in run
        ? [{ text: run.text, ...marked }]
        : isLongObject(run.embed)
          ? [{ text: textInsteadOf(run.embed), ...marked }]
          : [{ embed: run.embed, ...marked }];
    return behind ? [...runs, { text: behind }] : runs;
  });
}

function boundedMarks(marks: Marks | undefined): { marks: Marks | undefined; behind: string } {
  if (!isTooLong(marks?.link) && !isTooLong(marks?.linkTitle)) return { marks, behind: '' };
  const { link, linkTitle, ...rest } = marks!;
  const kept = isTooLong(link) ? {} : { link: link! };
  const behind = [link, linkTitle].filter(isTooLong).map((piece) => ` (${piece})`);
  return { marks: { ...rest, ...kept }, behind: behind.join('') };
}

/** Whether an object is too large for a line. */
export function isLongObject(embed: InlineObject): boolean {
  return Object.values(embed).some(isTooLong) || JSON.stringify(embed).length > MAX_PIECE_LENGTH;
}

/** What stands in a line for an object that is too large. */
export function textInsteadOf(embed: InlineObject): string {
  const said = Object.entries(embed)
    .filter(([name, value]) => name !== 'object' && typeof value === 'string' && !isData(value))
    .map(([, value]) => String(value).trim())
    .filter(Boolean);
  return said.join(' ') || `[${embed.object}]`.slice(0, 100);
}

function isData(value: unknown): boolean {
  return typeof value === 'string' && /^\s*data:/i.test(value.slice(0, 100));
}
