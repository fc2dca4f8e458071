/**
 * Links between documents that came together, and have other ids, or ids at all, since.
 *
 * Invariant: what a link is called stays, and so does one that leads anywhere else, or that opens a
 * document by itself.
 */
import { documentPath } from '../../shared/access/addresses.ts';
import type { DocId } from '../../shared/access/ids.ts';
import type { BlockContent, Inline } from '../../shared/document/schema.ts';
import { TextsTogether } from './texts-together.ts';

/** A document, or a block of it, which is another one where it was brought. */
const ADDRESS = /^(?:https?:\/\/[^/?#]+)?\/d\/([^/?#]+)(?:#block=[^#]*)?$/i;
/** How notes name one another, with a place in them, and with other words to be read. */
const NAMED = /(?<!!)\[\[([^[\]|#\n]+)(?:#[^[\]|\n]*)?(?:\|([^[\]\n]+))?\]\]/g;

export interface Places {
  /** Which document stands for one now, by the id that it had. */
  ofId(docId: string): DocId | null;
  /** Which one an address leads to, by where its text lay. */
  ofPath?(address: string): DocId | null;
  /** Which one is called so. */
  ofName?(name: string): DocId | null;
}

export function relinked(
  blocks: readonly BlockContent[],
  { ofId, ofPath, ofName }: Places,
): BlockContent[] {
  const addressNow = (href: string): string => {
    const [, id] = ADDRESS.exec(href) ?? [];
    const place = id === undefined ? (ofPath?.(href) ?? null) : ofId(id);
    return place === null || place === id ? href : documentPath(place);
  };
  const linked = (run: Inline): Inline[] => {
    if (run.marks?.link)
      return [{ ...run, marks: { ...run.marks, link: addressNow(run.marks.link) } }];
    return ofName && 'text' in run && !run.marks?.code ? namesAsLinks(run, ofName) : [run];
  };
  const line = (runs: readonly Inline[]): Inline[] => runs.flatMap(linked);
  return blocks.map(({ content, table, ...block }) => ({
    ...block,
    content: block.type === 'code' || block.type === 'formula' ? content : line(content),
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

/** Texts that come together, with links to one another; `docIds` are theirs, in the same order. */
export function leadingToOneAnother(
  texts: readonly { path: string; blocks: readonly BlockContent[] }[],
  docIds: readonly DocId[],
): BlockContent[][] {
  const together = new TextsTogether<DocId>();
  for (const [index, { path }] of texts.entries()) together.add(path, docIds[index]!);
  return texts.map(({ path, blocks }) =>
    relinked(blocks, {
      ofId: () => null,
      ofPath: (address) => together.at(path, address),
      ofName: (name) => together.named(path, name),
    }),
  );
}

function namesAsLinks(
  { text, marks }: Inline & { text: string },
  ofName: NonNullable<Places['ofName']>,
): Inline[] {
  const runs: Inline[] = [];
  let from = 0;
  const takeTo = (to: number): void => {
    if (to > from) runs.push({ text: text.slice(from, to), ...(marks ? { marks } : {}) });
  };
  for (const { 0: written, 1: name = '', 2: said = name, index } of text.matchAll(NAMED)) {
    const place = ofName(name.trim());
    if (place === null) continue;
    takeTo(index);
    runs.push({ text: said.trim(), marks: { ...marks, link: documentPath(place) } });
    from = index + written.length;
  }
  takeTo(text.length);
  return runs;
}
