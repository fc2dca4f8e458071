/**
 * Writing with an input method while others change the same block.
 *
 * Invariant: while a block is composed in, the view keeps the block as it is (an input method loses
 * its text otherwise), and what is composed goes to the characters it stands between, wherever
 * these are by now.
 */
import type { Node } from 'prosemirror-model';
import * as Y from 'yjs';
import type { Body } from '../../../shared/document/body.ts';
import { erase } from '../../../shared/document/formatting.ts';
import { giveCellMark } from '../../../shared/document/operations.ts';
import { CELL_SEPARATOR } from '../../../shared/document/table.ts';
import { changedText } from './to-body.ts';

interface CharacterId {
  client: number;
  clock: number;
}

export class Composition {
  readonly #body: Body;
  #block: string | null = null;
  /** The block's mark, or null for text before the first one. */
  #mark: CharacterId | null = null;
  /** Which character of the document each position of the view's block is. */
  #characters: CharacterId[] = [];

  constructor(body: Body) {
    this.#body = body;
  }

  get active(): boolean {
    return this.#block !== null;
  }

  /** The shown block that is composed in: where that is in a cell, its table. */
  get shownBlock(): string | null {
    if (!this.#block?.includes(CELL_SEPARATOR)) return this.#block;
    return this.#body.tableWith(this.#block)?.id ?? this.#block;
  }

  /** Call before a change of others is applied, while view and document are still the same. */
  begin(block: string): void {
    const isCell = block.includes(CELL_SEPARATOR);
    if (!isCell && !this.#body.segment(block)) return;
    const parts = this.#body.partsOf(block);
    const first = parts[0]?.item;
    this.#block = block;
    this.#mark = first ? { ...first.id } : null;
    this.#characters = [];
    for (const part of parts) {
      let item = part.item ? part.item.right : this.#body.text._start;
      let left = part.length - (part.item ? 1 : 0);
      for (; item && left > 0; item = item.right) {
        if (item.deleted || !item.countable) continue;
        left -= item.length;
        for (let at = 0; at < item.length; at++)
          this.#characters.push({ client: item.id.client, clock: item.id.clock + at });
      }
    }
  }

  end(): void {
    this.#block = null;
    this.#characters = [];
  }

  /** Whether a change is one of the composed block's text alone. */
  covers(before: Node, after: Node): boolean {
    const changed = this.#block === null ? null : changedText(before, after);
    return changed !== null && changed.old.attrs.id === this.#block;
  }

  /** Writes such a change. Call inside a transaction. */
  write(before: Node, after: Node): void {
    const changed = changedText(before, after);
    if (!changed || this.#block === null) return;
    const old = plainText(changed.old);
    const now = plainText(changed.now);
    let start = 0;
    while (start < old.length && start < now.length && old[start] === now[start]) start++;
    let end = 0;
    while (
      end < Math.min(old.length, now.length) - start &&
      old[old.length - 1 - end] === now[now.length - 1 - end]
    )
      end++;
    // Yjs ruins a character of two units where one of them is taken away.
    if (/[\ud800-\udbff]/.test(old[start - 1] ?? '')) start--;
    if (/[\udc00-\udfff]/.test(old[old.length - end] ?? '')) end--;
    const { text, doc } = this.#body;
    for (const character of this.#characters.slice(start, old.length - end).reverse()) {
      const index = this.#indexBehind(character);
      if (index !== null && this.#isLiving(character)) erase(text, index - 1, 1);
    }
    const inserted = now.slice(start, now.length - end);
    const ids: CharacterId[] = [];
    if (inserted !== '') {
      if (this.#block.includes(CELL_SEPARATOR) && this.#mark === null) {
        giveCellMark(this.#body, this.#block);
        const mark = this.#body.partsOf(this.#block)[0]?.item;
        this.#mark = mark ? { ...mark.id } : null;
      }
      const left = start > 0 ? this.#characters[start - 1]! : this.#mark;
      const index = left === null ? 0 : (this.#indexBehind(left) ?? 0);
      const clock = Y.getState(doc.store, doc.clientID);
      text.insert(index, inserted);
      for (let at = 0; at < inserted.length; at++)
        ids.push({ client: doc.clientID, clock: clock + at });
    }
    this.#characters.splice(start, old.length - end - start, ...ids);
    this.#body.rebuild();
  }

  #isLiving({ client, clock }: CharacterId): boolean {
    const item = Y.getItem(this.#body.doc.store, Y.createID(client, clock));
    return item instanceof Y.Item && !item.deleted;
  }

  /** Index of the text right behind a character, or behind where it stood. */
  #indexBehind({ client, clock }: CharacterId): number | null {
    const position = Y.createRelativePositionFromJSON({ item: { client, clock }, assoc: -1 });
    return Y.createAbsolutePositionFromRelativePosition(position, this.#body.doc)?.index ?? null;
  }
}

/** A block's text with one character for each position. */
function plainText(node: Node): string {
  return node.textBetween(0, node.content.size, '', (leaf) =>
    leaf.type.name === 'break' ? '\n' : '\uFFFC',
  );
}
