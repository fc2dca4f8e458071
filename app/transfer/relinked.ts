/**
 * Links between documents that came from an archive together, and have other ids since.
 *
 * Invariant: what a link is called stays, and so does one that leads anywhere else, or that opens a
 * document by itself.
 */
import { documentPath } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import type { BlockContent, Inline } from '../../shared/document/schema.ts';

/** A document, or a block of it, which is another one where it was brought. */
const ADDRESS = /^(?:https?:\/\/[^/?#]+)?\/d\/([^/?#]+)(?:#block=[^#]*)?$/i;

/** `places`: which document stands for one now, by the id that it had. */
export function relinked(
  blocks: readonly BlockContent[],
  places: ReadonlyMap<string, DocId>,
): BlockContent[] {
  const addressNow = (href: string): string => {
    const [, id = ''] = ADDRESS.exec(href) ?? [];
    const place = places.get(id);
    return place === undefined || place === id ? href : documentPath(place);
  };
  const line = (runs: readonly Inline[]): Inline[] =>
    runs.map((run) =>
      run.marks?.link ? { ...run, marks: { ...run.marks, link: addressNow(run.marks.link) } } : run,
    );
  return blocks.map(({ content, table, ...block }) => ({
    ...block,
    content: line(content),
    ...(table
      ? {
          table: {
            ...table,
            rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(line) })),
          },
        }
      : {}),
  }));
}
