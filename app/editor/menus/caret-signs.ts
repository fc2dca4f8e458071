/**
 * The signs that open a list at the caret. What is in the lists comes after the text.
 *
 * Invariant: a list that is asked for before opens when its part has come, with what was typed by
 * then. The key that chooses from it, and those behind it, wait for that.
 */
import { Lazy } from '../../ui/lazy-part.ts';
import type { Panel } from '../commands/command.ts';
import type { OtherDocuments } from '../documents/other-documents.ts';
import { UNSPACED } from '../input/scripts.ts';
import type { PeopleSource } from '../objects/known-people.ts';
import type { CaretListKind, CaretSign } from './caret-list.ts';

export const INSERT: CaretSign = {
  name: 'insert-block',
  sign: '/',
  inCells: false,
  mayFollow: (before) => before === '' || /\s/.test(before),
};

export const EMOJI: CaretSign = {
  name: 'emoji',
  sign: ':',
  inCells: true,
  // Times, `a:b` and `::` are no beginnings of names.
  mayFollow: (before) => !/[\p{L}\p{N}_:]/u.test(before),
};

const IN_ADDRESS = new RegExp(`(?!${UNSPACED})[\\p{L}\\p{N}_.@-]`, 'u');

export const MENTION: CaretSign = {
  name: 'mention',
  sign: '@',
  inCells: true,
  // An address of mail is no mention; but Chinese has no blanks to stand before one.
  mayFollow: (before) => !IN_ADDRESS.test(before),
};

export const DOCUMENT: CaretSign = {
  name: 'document',
  sign: '[[',
  inCells: true,
  mayFollow: (before) => before !== '[',
};

/** What the lists need of the editor. */
export interface ListOptions {
  /** Opens a panel, for what asks for more. */
  open: (panel: Panel) => void;
  people: PeopleSource;
  documents: OtherDocuments;
}

const part = new Lazy(async () => (await import('./caret-list-contents.ts')).listsOf);

export function lazyLists(options: ListOptions): CaretListKind[] {
  let lists: readonly CaretListKind[] | undefined;
  return [INSERT, EMOJI, MENTION, DOCUMENT].map((sign, index) => {
    const list = (): CaretListKind | undefined => {
      lists ??= part.get()?.(options);
      return lists?.[index];
    };
    return {
      ...sign,
      // Open, with nothing to see yet.
      find: (query, asked) => {
        const known = list();
        return known ? known.find(query, asked) : [];
      },
      named: (name) => list()?.named?.(name) ?? null,
      takeTyped: (view, at) => list()?.takeTyped?.(view, at),
      isPending: () => part.get() === null,
      load: async () => {
        await part.load();
        await list()?.load?.();
      },
    };
  });
}
