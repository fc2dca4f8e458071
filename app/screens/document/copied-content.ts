/** A document of one's own with the content of another one. */
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { copiedState } from '../../../shared/document/copied.ts';
import { clip } from '../../../shared/document/text.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { InitialContent } from './new-document.ts';
import { startDocument } from './start-document.ts';

/** For those who may not write in the first. */
export function startCopy(library: Y.Doc, source: Y.Doc, title: string): DocId {
  return startDocument(library, copiedContent(source, title));
}

/** What it begins with. */
export function copiedContent(source: Y.Doc, title: string): InitialContent & { kind: 'copied' } {
  const { copyOf } = tLazy();
  const named =
    title.trim() === '' ? '' : copyOf(clip(title, MAX_TITLE_LENGTH - copyOf('').length));
  return { kind: 'copied', title: named, update: copiedState(source) };
}
