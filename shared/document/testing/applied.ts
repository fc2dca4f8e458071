/**
 * What `compare` says, done to what `before` reads: by the words alone, with no look at a document.
 *
 * Invariant: nothing here knows an id of Yjs, so what comes out right was said.
 */
import { sameMarks } from '../marks.ts';
import type { Carried, Change, Comparison, Passage, Placed } from '../review/changes.ts';
import {
  type Block,
  cellId,
  type Inline,
  type InlineObject,
  type Marks,
  type TableColumn,
  VOID_TYPES,
} from '../schema.ts';

/** One position of a text. */
interface Unit {
  is: string | InlineObject;
  marks: Marks;
}

interface Line {
  shape: Omit<Block, 'content' | 'table' | 'id'>;
  table?: { columns: TableColumn[]; rows: string[] };
}

/** What a document reads as, in one form, whatever ids its blocks have. */
export interface Reading {
  title: string;
  blocks: unknown[];
}

export function readingOf(title: string, blocks: readonly Block[]): Reading {
  const some = blocks.filter(({ id, content }) => id !== '' || content.length > 0);
  return {
    title,
    blocks: some.map(({ id: _, content, table, ...shape }) => ({
      ...sorted(shape),
      content: normal(unitsOf(content)),
      ...(table
        ? {
            columns: table.columns.map(sorted),
            rows: table.rows.map(({ id, cells }) => [id, cells.map((c) => normal(unitsOf(c)))]),
          }
        : {}),
    })),
  };
}

function sorted(shape: object): object {
  return Object.fromEntries(Object.entries(shape).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function unitsOf(content: readonly Inline[]): Unit[] {
  return content.flatMap((run): Unit[] => {
    const marks = run.marks ?? {};
    if ('embed' in run) return [{ is: run.embed, marks }];
    return run.text.split('').map((is) => ({ is, marks }));
  });
}

/** Equally formatted neighbours as one. */
function normal(units: readonly Unit[]): unknown[] {
  const runs: { is: string | object; marks: Marks }[] = [];
  for (const { is, marks } of units) {
    const last = runs[runs.length - 1];
    if (
      last &&
      typeof last.is === 'string' &&
      typeof is === 'string' &&
      sameMarks(last.marks, marks)
    )
      last.is += is;
    else runs.push({ is, marks });
  }
  return runs.map(({ is, marks }) => [is, sorted(marks)]);
}

/** What the document reads as when this has become of it. */
export function applied(
  title: string,
  before: readonly Block[],
  { changes, renamed }: Comparison,
): Reading {
  const names = new Map(renamed);
  const nameOf = (id: string) => names.get(id) ?? id;
  const lines = new Map<string, Line>();
  const texts = new Map<string, Unit[]>();
  let order: string[] = [];
  const addBlock = ({ id, content, table, ...shape }: Block, withText: boolean) => {
    lines.set(id, {
      shape,
      ...(table
        ? {
            table: {
              columns: table.columns.map((column) => ({ ...column })),
              rows: table.rows.map((row) => row.id),
            },
          }
        : {}),
    });
    if (!withText) return;
    texts.set(id, unitsOf(content));
    for (const row of table?.rows ?? [])
      row.cells.forEach((cell, at) => {
        texts.set(cellId(row.id, table!.columns[at]!.id), unitsOf(cell));
      });
  };
  for (const block of before) {
    if (block.id === '' && block.content.length === 0) continue;
    const named = { ...block, id: nameOf(block.id) };
    order.push(named.id);
    addBlock(named, true);
  }
  const now = new Map<string, (Unit | null)[]>();
  const place = (text: string, from: number, units: readonly Unit[]) => {
    let list = now.get(text);
    if (!list) {
      list = [];
      now.set(text, list);
    }
    units.forEach((unit, at) => {
      if (list[from + at]) throw new Error(`Two say what stands at ${from + at} of ${text}.`);
      list[from + at] = unit;
    });
  };
  const left = new Map([...texts].map(([id, units]) => [id, [...units] as (Unit | null)[]]));
  const takeOut = (text: string, from: number, to: number): Unit[] => {
    const list = left.get(nameOf(text));
    if (!list) throw new Error(`There was no text ${text}.`);
    const taken = list.slice(from, to);
    if (taken.length < to - from || taken.includes(null))
      throw new Error(`Two say what became of ${from} to ${to} of ${text}.`);
    list.fill(null, from, to);
    return taken as Unit[];
  };
  // All that goes first, as what comes is said by where it stands in the end.
  for (const { gone, carried } of changes as (Change & { carried: Carried[] })[]) {
    for (const passage of gone)
      checkPassage(passage, takeOut(passage.text, passage.from, passage.to));
    for (const { was, is } of carried) place(is.text, is.from, takeOut(was.text, was.from, was.to));
  }
  for (const { come } of changes)
    for (const { text, from, content } of come) place(text, from, unitsOf(content));
  const put = <T>(list: T[], is: T, behind: T | null) => {
    const at = behind === null ? 0 : list.indexOf(behind) + 1;
    if (behind !== null && at === 0)
      throw new Error(`Nothing is there to stand behind: ${behind}.`);
    list.splice(at, 0, is);
  };
  const leaving = new Set<string>();
  for (const change of changes) {
    const isAcross = change.kind === 'deleted across' || change.kind === 'replaced across';
    if (change.kind === 'removed' || isAcross)
      for (const { is } of change.blocks) leaving.add(nameOf(is.id));
    if (change.kind === 'joined' || isAcross) leaving.add(change.block.id);
    if (change.kind === 'moved') for (const { is } of change.blocks) leaving.add(is);
  }
  order = order.filter((id) => !leaving.has(id));
  for (const change of changes) {
    switch (change.kind) {
      case 'added':
        for (const { is, behind } of change.blocks) {
          addBlock(is, false);
          put(order, is.id, behind);
        }
        break;
      case 'split': {
        const { id, ...shape } = change.block.is;
        lines.set(id, { shape });
        put(order, id, change.block.behind);
        break;
      }
      case 'moved':
        for (const { is, behind } of change.blocks) put(order, is, behind);
        break;
      case 'turned':
        for (const { block, is } of change.blocks) {
          const line = lines.get(block)!;
          const { depth } = line.shape;
          const { depth: nested, ...shape } = is;
          const kept = change.isRenewed ? nested : depth;
          line.shape = { ...shape, ...(kept === undefined ? {} : { depth: kept }) };
          if (is.type === 'table') line.table ??= { columns: [], rows: [] };
          else delete line.table;
        }
        break;
      case 'nested':
      case 'checked':
      case 'attribute':
        for (const { block, was, is } of change.blocks) {
          const shape = lines.get(block)!.shape as Record<string, unknown>;
          if (JSON.stringify(shape[change.name] ?? null) !== JSON.stringify(was))
            throw new Error(`${change.name} of ${block} was not ${was}.`);
          if (is === null) delete shape[change.name];
          else shape[change.name] = is;
        }
        break;
    }
  }
  for (const kind of ['row', 'column'] as const) {
    const of = (id: string) => lines.get(id)!.table!;
    const said = changes.flatMap((change) => ('table' in change ? [change] : []));
    const lists = new Map<string, string[]>();
    const list = (table: string) => {
      let ids = lists.get(table);
      if (!ids) {
        ids = kind === 'row' ? of(table).rows : of(table).columns.map(({ id }) => id);
        lists.set(table, ids);
      }
      return ids;
    };
    const leave = (table: string, id: string) => {
      const ids = list(table);
      if (!ids.includes(id)) throw new Error(`${kind} ${id} is not in ${table}.`);
      ids.splice(ids.indexOf(id), 1);
    };
    for (const change of said) {
      if ('lines' in change && change.kind === `${kind} removed`)
        for (const { is } of change.lines as Placed<{ id: string }>[]) leave(change.table, is.id);
      if ('lines' in change && change.kind === `${kind} moved`)
        for (const { is } of change.lines as Placed<string>[]) leave(change.table, is);
    }
    const columns = new Map<string, TableColumn>();
    for (const change of said) {
      if ('lines' in change && change.kind === `${kind} added`)
        for (const { is, behind } of change.lines as Placed<TableColumn>[]) {
          put(list(change.table), is.id, behind);
          columns.set(is.id, is);
        }
      if ('lines' in change && change.kind === `${kind} moved`)
        for (const { is, behind } of change.lines as Placed<string>[])
          put(list(change.table), is, behind);
      if (change.kind === 'column changed') columns.set(change.is.id, change.is);
    }
    if (kind === 'column')
      for (const [id, ids] of lists)
        of(id).columns = ids.map((column) => ({
          ...(columns.get(column) ?? of(id).columns.find((known) => known.id === column)!),
        }));
    for (const change of said)
      if (change.kind === 'column changed') {
        const all = of(change.table).columns;
        all[all.findIndex(({ id }) => id === change.is.id)] = change.is;
      }
  }
  const textNow = (id: string): Unit[] => {
    const stayed = (left.get(id) ?? []).filter((unit) => unit !== null);
    const given = now.get(id) ?? [];
    const units: Unit[] = [];
    for (let at = 0; at < given.length || stayed.length > 0; at++) {
      const unit = given[at] ?? stayed.shift();
      if (!unit) throw new Error(`Nobody says what stands at ${at} of ${id}.`);
      units.push(unit);
    }
    left.delete(id);
    now.delete(id);
    return units;
  };
  const result = new Map<string, Unit[]>();
  for (const id of order) {
    const line = lines.get(id)!;
    if (!VOID_TYPES.has(line.shape.type)) result.set(id, textNow(id));
    for (const row of line.table?.rows ?? [])
      for (const column of line.table!.columns) {
        const name = cellId(row, column.id);
        result.set(name, textNow(name));
      }
  }
  for (const [id, units] of left)
    if (units.some((unit) => unit !== null)) throw new Error(`Text of ${id} stands nowhere.`);
  for (const id of now.keys()) throw new Error(`There is no text ${id} to stand in.`);
  let said = title;
  for (const change of changes) {
    if (change.kind === 'title') said = change.is;
    if (change.kind === 'object changed') {
      const unit = result.get(change.where!.text)![change.where!.from]!;
      if (JSON.stringify(unit.is) === JSON.stringify(change.was)) unit.is = change.is;
      else throw new Error(`The object is not ${JSON.stringify(change.was)}.`);
    }
    if (change.kind !== 'formatted' && change.kind !== 'unformatted') continue;
    for (const { text, from, to } of change.ranges)
      for (let at = from; at < to; at++) {
        const unit = result.get(text)![at]!;
        const marks: Record<string, unknown> = { ...unit.marks };
        for (const [name, { was, is }] of Object.entries(change.marks)) {
          if ((marks[name] ?? null) !== was) throw new Error(`${name} was not ${was} at ${at}.`);
          if (is === null) delete marks[name];
          else marks[name] = is;
        }
        unit.marks = marks as Marks;
      }
  }
  const inline = (id: string): Inline[] =>
    (result.get(id) ?? []).map(({ is, marks }) =>
      typeof is === 'string' ? { text: is, marks } : { embed: is, marks },
    );
  return readingOf(
    said,
    order.map((id) => {
      const { shape, table } = lines.get(id)!;
      const block = { id, ...shape, content: inline(id) } as Block;
      if (!table) return block;
      const rows = table.rows.map((row) => ({
        id: row,
        cells: table.columns.map((column) => inline(cellId(row, column.id))),
      }));
      return { ...block, table: { columns: table.columns, rows } };
    }),
  );
}

function checkPassage({ text, content }: Passage, units: readonly Unit[]): void {
  const [said, was] = [normal(unitsOf(content)), normal(units)].map((list) => JSON.stringify(list));
  if (said !== was) throw new Error(`What is gone of ${text} was ${was}, not ${said}.`);
}
