/**
 * The merge table in letters of all the world: each case with other ones, and the same outcomes.
 *
 * Invariant: what is written and what is read are each other's inverse, so a case says nothing of
 * it.
 */
import { ALPHABET, graphemes } from '../../../testing/alphabet.ts';
import type { Driver } from '../driver.ts';
import type { TableChange } from '../table-words.ts';
import { type Lines, type MergeCase, type OpenTrial, play } from './case.ts';

/** Letters that the cases are written in, blanks and signs left as they are. */
const PLAIN = [...'XYZABCDaeiounrlt'];
const { marks: _, blanks: __, bidi, odd, ...SCRIPTS } = ALPHABET;
/** Neighbours share halves, bases or accents, and so are taken for each other most easily. */
const WORLD = [...Object.values(SCRIPTS).flat(), ...bidi!, '\u0000', '\u2028', '\ufffc'].filter(
  (letter) => !/[\x20-\x7e]/.test(letter) && graphemes(letter).length === 1,
);
const PREFIX = /^ *(?:#{1,6} |- |1\. |\[[ x]\] |> |\| |---$|!\w+ |[▸▣▤◈∑] |⊞#? ?)?/;
const OBJECT = /(\{\w+\})/;

/** What each person reads, with every case and order of ids in letters that follow from `nth`. */
export function playInLetters(
  merge: MergeCase,
  clientIds: readonly number[],
  open: OpenTrial,
  nth: number,
): Lines[] {
  const letters = new Map(
    PLAIN.map((plain, index) => [plain, WORLD[(nth * 5 + index) % WORLD.length]!]),
  );
  const back = new Map([...letters].map(([plain, letter]) => [letter, plain]));
  const exchange = (text: string, map: ReadonlyMap<string, string>) =>
    graphemes(text)
      .map((letter) => map.get(letter) ?? letter)
      .join('');
  const write = (text: string) => exchange(text, letters);
  const line = (text: string, map: ReadonlyMap<string, string>) => {
    const prefix = PREFIX.exec(text)?.[0] ?? '';
    const rest = text.slice(prefix.length).split(OBJECT);
    return prefix + rest.map((part) => (OBJECT.test(part) ? part : exchange(part, map))).join('');
  };
  return play(merge, clientIds, (start, ids) => {
    const trial = open(
      start.map((text) => line(text, letters)),
      ids,
    );
    return {
      merge: trial.merge,
      drivers: trial.drivers.map((driver) =>
        handIn(
          driver,
          write,
          (text) => line(text, letters),
          (text) => line(text, back),
        ),
      ),
    };
  });
}

type Exchange = (text: string) => string;

function handIn(driver: Driver, write: Exchange, toLine: Exchange, fromLine: Exchange): Driver {
  const chained = (act: () => unknown): Driver => {
    act();
    return own;
  };
  const own: Driver = {
    type: (block, after, text) =>
      chained(() => driver.type(write(block), write(after), write(text))),
    split: (block, after) => chained(() => driver.split(write(block), write(after))),
    join: (block) => chained(() => driver.join(write(block))),
    erase: (block, text) => chained(() => driver.erase(write(block), write(text))),
    remove: (...blocks) => chained(() => driver.remove(...blocks.map(write))),
    removeAcross: (block, from, last, to) =>
      chained(() => driver.removeAcross(write(block), write(from), write(last), write(to))),
    turn: (block, into) => chained(() => driver.turn(write(block), into)),
    indent: (block) => chained(() => driver.indent(write(block))),
    outdent: (block) => chained(() => driver.outdent(write(block))),
    check: (block) => chained(() => driver.check(write(block))),
    move: (block, behind) => chained(() => driver.move(write(block), write(behind))),
    mark: (block, text, marks) => chained(() => driver.mark(write(block), write(text), marks)),
    clear: (block, text) => chained(() => driver.clear(write(block), write(text))),
    paste: (behind, lines) => chained(() => driver.paste(write(behind), lines.map(toLine))),
    table: (change) => chained(() => driver.table(changeIn(change, write))),
    undo: () => chained(() => driver.undo()),
    redo: () => chained(() => driver.redo()),
    read: () => driver.read().map(fromLine),
  };
  return own;
}

function changeIn(change: TableChange, write: Exchange): TableChange {
  return change.do === 'type' ? { ...change, text: write(change.text) } : change;
}
