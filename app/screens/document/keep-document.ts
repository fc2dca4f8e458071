/** Keeps a new document on this device without opening it, and what it shows. */
import type * as Y from 'yjs';
import { createSecret, type DocId, docIdOf, type Secret } from '../../../shared/access/ids.ts';
import { readEntry } from '../../../shared/library/library.ts';
import { writeNew } from '../../library/documents.ts';
import { openReplica } from '../../replica/open-replica.ts';
import type { Files } from '../../transfer/taken-in.ts';
import { copyFiles } from './copied-files.ts';
import { type InitialContent, type WrittenContent, writeInitialContent } from './new-document.ts';
import { startDocument } from './start-document.ts';

/**
 * Resolves once it is kept, or to a sentence where it is not; `arrange` says where in the library it
 * belongs. `secret` is what its id is made of, where others know that already.
 */
export async function keepDocument(
  library: Y.Doc,
  { files, ...content }: InitialContent & { files?: Files },
  arrange: (docId: DocId) => void,
  secret: Secret = createSecret(),
): Promise<string | null> {
  const docId = startDocument(library, content, secret);
  if (files) await keepFiles(docId, files);
  arrange(docId);
  const problem = readEntry(library, docId)
    ? await writeNew({ name: docId, secret }, (doc) => writeInitialContent(docId, doc))
    : null;
  // The page is then the only place it is in, and has it sent, as what is written on a full device.
  if (problem !== null) void openReplica({ name: docId, secret }).close();
  await copyFiles(docId, content);
  return problem;
}

/**
 * The same of several that were read from files, and lead to one another as those did. Resolves to how
 * many are kept, and to why others are not, each sentence once.
 */
export async function keepDocuments(
  library: Y.Doc,
  contents: readonly (Omit<WrittenContent, 'kind'> & { path?: string; files?: Files })[],
  arrange: (docId: DocId) => void,
): Promise<{ kept: number; problems: string[] }> {
  let kept = 0;
  const problems = new Set<string>();
  const secrets = contents.map(() => createSecret());
  const { leadingToOneAnother } = await import('../../transfer/relinked.ts');
  const linked = leadingToOneAnother(
    contents.map(({ path = '', blocks = [] }) => ({ path, blocks })),
    secrets.map(docIdOf),
  );
  for (const [index, { path: _path, ...content }] of contents.entries()) {
    const written = { kind: 'written' as const, ...content, blocks: linked[index] ?? [] };
    const problem = await keepDocument(library, written, arrange, secrets[index]);
    if (problem === null) kept++;
    else problems.add(problem);
  }
  return { kept, problems: [...problems] };
}

/** Keeps the bytes of what a new document shows, before it is shown. */
export async function keepFiles(docId: DocId, files: Files): Promise<void> {
  if (files.size === 0) return;
  const { keepAttachments } = await import('../../attachments/attachments.ts');
  await keepAttachments(docId, files);
}
