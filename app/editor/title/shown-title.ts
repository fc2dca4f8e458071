/**
 * The title as its field shows it, which may be behind the title itself: what others write waits
 * while somebody composes there, since an input method loses its text otherwise.
 *
 * Invariant: what one writes goes to the characters it stands between in the field, wherever these
 * are by now; nothing that others wrote is written again or taken away; and of what the field shows,
 * all that is still there stands in that order.
 */
import { simpleDiffString } from 'lib0/diff';
import * as Y from 'yjs';
import { withoutHalves } from '../../../shared/document/pairs.ts';
import { ROOT } from '../../../shared/document/schema.ts';
import { clip } from '../../../shared/document/text.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';

export class ShownTitle {
  readonly #text: Y.Text;
  #shown: string;
  /** Which character of the title each unit of what is shown is. */
  readonly #ids: (Y.ID | null)[] = [];

  /** Made when the field shows what the title is. */
  constructor(doc: Y.Doc) {
    this.#text = doc.getText(ROOT.title);
    this.#shown = this.#text.toString();
    for (let item = this.#text._start; item; item = item.right) {
      if (item.deleted || !item.countable) continue;
      for (let unit = 0; unit < item.length; unit++)
        this.#ids.push(Y.createID(item.id.client, item.id.clock + unit));
    }
  }

  /**
   * Writes what the field shows now. The caret stands behind what was done: that tells which of
   * equal letters came or went.
   */
  write(title: string, origin: unknown, caret: number = title.length): void {
    const wanted = clean(title);
    const behind = clean(title.slice(caret));
    const same = wanted.endsWith(behind) && this.#shown.endsWith(behind) ? behind.length : 0;
    const upTo = (whole: string) => whole.slice(0, whole.length - same);
    const { index, remove, insert } = simpleDiffString(upTo(this.#shown), upTo(wanted));
    const text = this.#text;
    const doc = text.doc!;
    const gone = this.#ids.slice(index, index + remove).filter((id) => id && isLiving(doc, id));
    const room = Math.max(0, MAX_TITLE_LENGTH - (text.length - gone.length));
    const added = clip(insert, room);
    const ids: (Y.ID | null)[] = [];
    doc.transact(() => {
      const at = this.#indexAt(index);
      const clock = Y.getState(doc.store, doc.clientID);
      text.insert(at, added);
      // What there was no room for is shown until the composition ends, and is nowhere else.
      for (let unit = 0; unit < insert.length; unit++)
        ids.push(unit < added.length ? Y.createID(doc.clientID, clock + unit) : null);
      for (const id of gone.reverse()) text.delete(indexBehind(text, id!) - 1, 1);
    }, origin);
    this.#ids.splice(index, remove, ...ids);
    this.#shown = wanted;
  }

  /** A place in the field as one that stays with the character before it. */
  anchor(at: number): Y.RelativePosition {
    return Y.createRelativePositionFromTypeIndex(this.#text, this.#indexAt(at), -1);
  }

  /** Where such a place is, once all of the title is shown. */
  indexOf(place: Y.RelativePosition): number {
    return Y.createAbsolutePositionFromRelativePosition(place, this.#text.doc!)?.index ?? 0;
  }

  /** Where what follows the first `at` units shown begins. */
  #indexAt(at: number): number {
    const text = this.#text;
    const before = this.#ids.slice(0, at).filter((id) => id !== null);
    const last = before.at(-1);
    if (!last) return 0;
    const isThere = (id: Y.ID | null) => id !== null && isLiving(text.doc!, id);
    const left = before.findLast(isThere);
    const right = this.#ids.slice(at).find(isThere);
    // Yjs puts what comes where a character is gone before that place. So what was written there
    // since stands on the wrong side of it, and only what is there tells which one is the right.
    const least = left ? indexBehind(text, left) : 0;
    const most = right ? indexBehind(text, right) - 1 : text.length;
    return Math.min(Math.max(indexBehind(text, last), least), most);
  }
}

/** As a title may be: in one line, with no half of a character. */
function clean(title: string): string {
  return withoutHalves(title.replace(/[\r\n]+/g, ' '));
}

function isLiving(doc: Y.Doc, id: Y.ID): boolean {
  const item = Y.getItem(doc.store, id);
  return item instanceof Y.Item && !item.deleted;
}

/** The index right behind a character, or behind where it stood. */
function indexBehind(text: Y.Text, { client, clock }: Y.ID): number {
  const position = Y.createRelativePositionFromJSON({ item: { client, clock }, assoc: -1 });
  return Y.createAbsolutePositionFromRelativePosition(position, text.doc!)?.index ?? 0;
}
