/**
 * What changes are drawn by, in a version as in the text that one writes in: which blocks they are
 * about, the colour of whoever did it, and what stands for what is gone.
 *
 * Invariant: it is the same in both places, so that a change is known again.
 */
import type { Change } from '../../../shared/document/review/changes.ts';
import type { Block, Inline } from '../../../shared/document/schema.ts';
import type { PersonColor } from '../../../shared/protocol/presence.ts';

/** What stands for an object in a line, of which only the text is told. */
const OBJECT = '▫';

/** Blocks that are there and that a change is about. */
export function blocksOf(change: Change): string[] {
  switch (change.kind) {
    case 'added':
      return change.blocks.map(({ is }) => is.id);
    case 'split':
      return [change.block.is.id];
    case 'moved':
      return change.blocks.map(({ is }) => is);
    case 'turned':
    case 'nested':
    case 'checked':
    case 'attribute':
      return change.blocks.map(({ block }) => block);
    case 'row added':
    case 'row removed':
    case 'row moved':
    case 'column added':
    case 'column removed':
    case 'column moved':
    case 'column changed':
    case 'cells merged':
    case 'cells split':
      return [change.table];
    default:
      return [];
  }
}

export function styleOf(color: PersonColor): string {
  return `--change: var(--person-${color}); --change-tint: var(--person-${color}-tint);`;
}

export function textOfBlock({ content, table }: Block): string {
  if (!table) return content.map(wordsOf).join('') || '¶';
  return table.rows
    .map(({ cells }) => cells.map((cell) => cell.map(wordsOf).join('')).join(' | '))
    .join('\n');
}

export function wordsOf(run: Inline): string {
  return 'text' in run ? run.text : OBJECT;
}
