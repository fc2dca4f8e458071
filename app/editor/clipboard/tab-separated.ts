/**
 * Cells as spreadsheets put them on the clipboard: a line a row, a tab between cells.
 *
 * Invariant: `readTabSeparated` reads what `writeTabSeparated` wrote, for any text in any cell of a
 * table of several columns. Text in which somebody merely indented lines is no table.
 */

/** Rows of equally many cells; null if the text is no table. */
export function readTabSeparated(text: string): string[][] | null {
  if (!text.includes('\t')) return null;
  const rows = readRows(text.replace(/\r\n?/g, '\n').replace(/\n$/, ''));
  const width = rows[0]!.length;
  const isTable = width > 1 && rows.every((row) => row.length === width);
  return isTable && rows.some((row) => row[0] !== '') ? rows : null;
}

function readRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (let at = 0; ; ) {
    const { value, end } = readCell(text, at);
    rows.at(-1)!.push(value);
    if (end >= text.length) return rows;
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
}

/** A cell in quotes may hold line ends, and quotes twice; one that never closes is mere text. */
function readCell(text: string, at: number): { value: string; end: number } {
  if (text[at] === '"') {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(text);
    if (quoted) return { value: quoted[1]!.replaceAll('""', '"'), end: QUOTED.lastIndex };
  }
  BARE.lastIndex = at;
  return { value: BARE.exec(text)![0], end: BARE.lastIndex };
}
const QUOTED = /"((?:[^"]|"")*)"(?=[\t\n]|$)/y;
const BARE = /[^\t\n]*/y;

export function writeTabSeparated(rows: readonly (readonly string[])[]): string {
  const cell = (text: string): string =>
    /[\t\n]|^"/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return rows.map((row) => row.map(cell).join('\t')).join('\n');
}
