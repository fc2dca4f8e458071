/**
 * In which line each token of a simulation was written, and whether it is there.
 *
 * Invariant: a line counts only until somebody moves text over its borders, on whatever device and
 * whenever: who splits, joins, moves or retypes it, or takes such a thing back. What others do to the
 * lines beside it, to its words or to whether it is there at all is no reason for a text to leave it.
 * What is written behind a mark that is gone, or behind what undo brought back of one, does not
 * count: it goes where that line's text goes.
 */
import * as Y from 'yjs';
import { bodyText } from '../body.ts';
import { isMarker } from '../client-ranks.ts';
import { Restored } from '../restored.ts';
import { type Block, type Inline, ROOT } from '../schema.ts';

/** What somebody's own doing may change of the borders of lines. */
interface Borders {
  /** Marks that are there. */
  marks: ReadonlySet<string>;
  /** What each line reads as. */
  texts: ReadonlyMap<string, string>;
}

export class WatchedLines {
  readonly #tokensIn: (run: Inline) => readonly string[];
  /** The line a token was seen in first; null where that is none of its own. */
  readonly #lines = new Map<string, string | null>();
  /** Lines whose borders somebody changed. */
  readonly #changed = new Set<string>();
  /** Those that hold what came from elsewhere: their mark was taken out, or came to a text that had none. */
  readonly #open = new Set<string>();
  /** Ids of items that are marks, or were: those of a table are in no rank of their own. */
  readonly #items = new Set<string>();

  constructor(tokensIn: (run: Inline) => readonly string[]) {
    this.#tokensIn = tokensIn;
  }

  /** Does something to a device's document, and notes which borders that changed. */
  watch<T>(doc: Y.Doc, blocks: () => readonly Block[], act: () => T): T {
    const fields = doc.getMap(ROOT.fields);
    const before = bordersOf(doc, blocks());
    const note = ({ keysChanged }: Y.YMapEvent<unknown>) => {
      for (const key of keysChanged as ReadonlySet<string>) {
        const [id, name] = key.split(':') as [string, string];
        if (name === 'type' || name === 'place') this.#changed.add(id);
        // What was joined from elsewhere is part of that line, and stays where it is.
        const place =
          name === 'place' ? (fields.get(key) as { after?: unknown } | undefined) : null;
        if (typeof place?.after === 'string') this.#changed.add(place.after);
      }
    };
    fields.observe(note);
    const result = act();
    fields.unobserve(note);
    const after = bordersOf(doc, blocks());
    const gone = [...before.marks].filter((id) => !after.marks.has(id));
    const isNews = gone.length > 0 || [...after.marks].some((id) => !before.marks.has(id));
    for (const id of gone) {
      this.#changed.add(id);
      this.#open.add(id);
    }
    // Where a line gave or took text, what others do to one of the two is done to both: they may
    // split it at the same place, or the one that is a part of it by now.
    const others = [...after.texts].filter(
      ([id, text]) => isNews && before.marks.has(id) && before.texts.get(id) !== text,
    );
    for (const [id] of others) this.#changed.add(id);
    if (others.length > 0)
      for (const [id, text] of after.texts)
        if (text !== '' && !before.marks.has(id)) this.#changed.add(id);
    const isMarked = [...before.texts].some(
      ([id, text]) => (id === '' || id.endsWith('~')) && after.texts.get(id) !== text,
    );
    // Text behind an object that gets a mark of its own: who knows that object as a line splits that.
    if (isMarked)
      for (const id of after.marks)
        if (!before.marks.has(id)) {
          this.#open.add(id);
          this.#changed.add(id);
        }
    return result;
  }

  /** A line whose end somebody writes at who knows nothing of our marks. */
  forget(id: string): void {
    this.#changed.add(id);
  }

  /** The token that is in another line than the one it was written in; null where none is. */
  astray(
    doc: Y.Doc,
    blocks: readonly Block[],
    isElsewhere: (token: string) => boolean,
  ): string | null {
    this.note(doc, blocks);
    const marks = marksIn(doc);
    for (const { id, content } of blocks)
      for (const token of content.flatMap(this.#tokensIn)) {
        const line = this.#lines.get(token);
        if (!line || line === id || this.#changed.has(line) || isElsewhere(token)) continue;
        // A mark may come later than what was written behind it, and go later than what was written
        // where it is gone.
        if (marks.has(line) && !this.#open.has(id)) return `${token} of ${line} in ${id}`;
      }
    return null;
  }

  /** Remembers where tokens are that nobody saw before: whoever writes one sees it first. */
  note(doc: Y.Doc, blocks: readonly Block[]): void {
    const heads = this.#headsIn(doc);
    for (const { id, content, table } of blocks) {
      for (const token of content.flatMap(this.#tokensIn))
        if (!this.#lines.has(token)) this.#lines.set(token, heads.get(token) === id ? id : null);
      for (const row of table?.rows ?? [])
        for (const token of row.cells.flat().flatMap(this.#tokensIn))
          if (!this.#lines.has(token)) this.#lines.set(token, null);
    }
  }

  /** The mark before each token, also where that is gone: then null. */
  #headsIn(doc: Y.Doc): ReadonlyMap<string, string | null> {
    const heads = new Map<string, string | null>();
    const restored = doc.getMap(ROOT.restored).size > 0 ? new Restored(doc) : null;
    const isKnown = ({ client, clock }: Y.ID) =>
      isMarker(client) || this.#items.has(`${client}/${clock}`);
    const wasMark = ({ id: { client, clock }, length }: Y.Item) => {
      const units = Array.from({ length }, (_, unit) => Y.createID(client, clock + unit));
      return units.some((id) => isKnown(id) || (restored && isKnown(restored.original(id))));
    };
    let head: string | null = null;
    for (let item = bodyText(doc)._start; item !== null; item = item.right) {
      const { content } = item;
      if (content instanceof Y.ContentEmbed && typeof content.embed === 'object') {
        const embed = content.embed as { id?: string; type?: unknown; token?: unknown };
        if (embed.type !== undefined) {
          head = item.deleted ? null : (embed.id ?? null);
          this.#items.add(`${item.id.client}/${item.id.clock}`);
        } else for (const token of this.#tokensIn({ embed } as Inline)) heads.set(token, head);
      } else if (item.deleted && wasMark(item)) head = null;
      else if (content instanceof Y.ContentString && !item.deleted)
        for (const token of this.#tokensIn({ text: content.str })) heads.set(token, head);
    }
    return heads;
  }
}

function bordersOf(doc: Y.Doc, blocks: readonly Block[]): Borders {
  const texts = blocks.map(({ id, content }): [string, string] => [
    id,
    content.map((run) => ('text' in run ? run.text : '\ufffc')).join(''),
  ]);
  return { marks: marksIn(doc), texts: new Map(texts) };
}

function marksIn(doc: Y.Doc): ReadonlySet<string> {
  const marks = new Set<string>();
  for (let item = bodyText(doc)._start; item !== null; item = item.right) {
    if (item.deleted || !(item.content instanceof Y.ContentEmbed)) continue;
    const { id, type } = item.content.embed as { id?: unknown; type?: unknown };
    if (typeof id === 'string' && type !== undefined) marks.add(id);
  }
  return marks;
}
