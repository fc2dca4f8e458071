/**
 * `[[`: the other documents of this device, to link to one of them in the line.
 *
 * Invariant: what goes into the text is a document's id and title, never what opens it.
 */
import { t } from '../../i18n/i18n.ts';
import type { CaretListKind } from '../menus/caret-list.ts';
import { DOCUMENT } from '../menus/caret-signs.ts';
import { putObject } from '../objects/put-object.ts';
import type { OtherDocuments } from './other-documents.ts';

/** Whoever has more goes on typing. */
const MOST = 12;

export function documentList(documents: OtherDocuments): CaretListKind {
  return {
    ...DOCUMENT,
    find: (query) => {
      if (/^\s|\]/.test(query)) return null;
      return documents
        .search(query)
        .slice(0, MOST)
        .map(({ docId, title, icon }) => ({
          id: docId,
          label: title || t().untitled,
          ...(icon ? { picture: icon } : { icon: 'document' }),
          put: (tr) => putObject(tr, { object: 'document', document: docId, title }),
        }));
    },
  };
}
