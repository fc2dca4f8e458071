/**
 * The program behind `npm run doctor` and `npm run backup`.
 *
 * Invariant: it never changes the folder it looks at, and writes only into one that is new or empty.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bucket, bucketIn } from './attachments/bucket.ts';
import { checkAddress } from './check-address.ts';
import { readConfig } from './config.ts';
import { copyFromBucket, copyIntoBucket, examineBucket, isDatabase } from './copy-attachments.ts';
import { copyStore } from './copy-store.ts';
import { copyAttachments, damagedAttachments, intoNewFolder } from './data-folder.ts';
import { createLog } from './log.ts';
import { SetApart } from './set-apart.ts';
import { copyDatabase, type Examination, examine, recover } from './storage/sqlite-doctor.ts';

const USAGE = `Usage:
  npm run doctor -- <data>                    says what is damaged, if anything
  npm run doctor -- <data> --recover <new>    puts all that can be read into a new folder
  npm run doctor -- --url https://…           whether a server behind its proxy is as it should be
  npm run doctor -- --copy <data> postgres://…  copies it into an empty database, or from one into a new folder
  npm run backup -- <data> <new>              copies it, also while a server runs on it
  npm run doctor -- s3                        looks at the pictures and files in the bucket that the S3_ settings name
  npm run doctor -- --copy <data> s3          copies those of a folder or of postgres://… into it, or out of it: --copy s3 <new>`;

/** Stands for the bucket of the settings where a folder is named otherwise. */
const BUCKET = 's3';

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      backup: { type: 'boolean' },
      copy: { type: 'boolean' },
      recover: { type: 'string' },
      url: { type: 'string' },
    },
  });
  if (values.url !== undefined && positionals.length === 0) return tellAddress(values.url);
  const [data, target] = positionals;
  if (values.copy === true && data !== undefined && target !== undefined) {
    if (data === BUCKET || target === BUCKET) return copyAttachmentsOf(data, target);
    const { documents, rows, files } = await copyStore(data, target);
    console.log(
      `${documents} documents (${rows} rows) and ${files} pictures or files are in both, each row held against its copy.`,
    );
    return 0;
  }
  const isBackup = values.backup === true;
  if (
    values.copy === true ||
    data === undefined ||
    (isBackup ? target === undefined : target !== undefined)
  ) {
    console.error(USAGE);
    return 1;
  }
  if (isBackup) return intoNewFolder(target ?? '', (folder) => backup(resolve(data), folder));
  if (data === BUCKET) return tellBucket();
  const found = examine(resolve(data));
  const damagedFiles = await damagedAttachments(resolve(data));
  const isWell = report(found, damagedFiles);
  tellSetApart(resolve(data));
  if (process.env.S3_ENDPOINT) console.log('`npm run doctor -- s3` looks at those in the bucket.');
  if (values.recover === undefined) return isWell ? 0 : 1;
  return intoNewFolder(values.recover, async (to) => {
    const troubles = await recover(resolve(data), to);
    for (const trouble of troubles) console.log(trouble);
    copyAttachments(resolve(data), to, damagedFiles);
    const partial = found.documents.filter(({ isWhole }) => !isWhole).length;
    console.log(
      `${found.documents.length} documents are in ${to}, ${partial} of them not whole. Start the server with DATA_DIR=${to}: devices that have more bring it back by themselves.`,
    );
    return 0;
  });
}

async function tellAddress(address: string): Promise<number> {
  if (!URL.canParse(address) || !/^https?:/.test(address)) {
    throw new Error(`“${address}” is no address: give it as https://docs.example.org.`);
  }
  const findings = await checkAddress(address);
  for (const { of, isWell, words } of findings) {
    const sign = isWell === null ? '?' : isWell ? '✓' : '✗';
    console.log(`${sign} ${of}: ${words}`);
  }
  return findings.every(({ isWell }) => isWell === true) ? 0 : 1;
}

async function backup(data: string, to: string): Promise<number> {
  const bucket = bucketIn(readConfig(process.env));
  copyDatabase(data, to);
  // After the database, so that no document in it names a file that was stored too late to be here.
  copyAttachments(data, to, []);
  const copied = bucket === null ? 0 : await copyFromBucket(bucket, to);
  const found = examine(to);
  const isWhole = report(found, await damagedAttachments(to));
  const more = bucket === null ? '' : `, with ${copied} pictures or files of the bucket`;
  console.log(`${found.documents.length} documents are in ${to}${more}.`);
  return isWhole ? 0 : 1;
}

function namedBucket(): Bucket {
  const bucket = bucketIn(readConfig(process.env));
  if (bucket === null)
    throw new Error('Set S3_ENDPOINT and what belongs to it, as for the server.');
  return bucket;
}

async function copyAttachmentsOf(from: string, to: string): Promise<number> {
  const bucket = namedBucket();
  if (from === to || isDatabase(to)) {
    throw new Error('Name s3 and a data folder, or a database and s3.');
  }
  const count =
    to === BUCKET
      ? await copyIntoBucket(from, bucket)
      : await intoNewFolder(to, (folder) => copyFromBucket(bucket, folder));
  console.log(`${count} pictures or files are in both, each held against its name.`);
  return 0;
}

async function tellBucket(): Promise<number> {
  const { count, damaged } = await examineBucket(namedBucket());
  for (const key of damaged) console.log(`${key} is not the file it is named after.`);
  console.log(`${count} pictures or files in the bucket, ${damaged.length} damaged.`);
  return damaged.length === 0 ? 0 : 1;
}

function report({ fileTroubles, documents }: Examination, damagedFiles: string[]): boolean {
  for (const trouble of fileTroubles) console.log(trouble);
  for (const { name, troubles, isWhole } of documents) {
    if (troubles.length === 0) continue;
    console.log(`${name}: ${isWhole ? 'can be put together whole' : 'can be read in part'}`);
    for (const trouble of troubles) console.log(`  ${trouble}`);
  }
  for (const path of damagedFiles) console.log(`${path} is not the file it is named after.`);
  tellHistory(documents);
  const damaged = documents.filter(({ troubles }) => troubles.length > 0).length;
  console.log(
    `${documents.length} documents, ${damaged} damaged; ${damagedFiles.length} pictures or files damaged.`,
  );
  return damaged === 0 && fileTroubles.length === 0 && damagedFiles.length === 0;
}

/** What is kept of who wrote what when, and of how many documents the oldest of it is not. */
function tellHistory(documents: Examination['documents']): void {
  const kept = documents.map(({ history }) => history);
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  const changes = sum(kept.map(({ changes }) => changes));
  const megabytes = (sum(kept.map(({ bytes }) => bytes)) / 1_000_000).toFixed(1);
  const oldest = kept
    .flatMap(({ since }) => since ?? [])
    .reduce((a, b) => Math.min(a, b), Infinity);
  const from = Number.isFinite(oldest)
    ? ` since ${new Date(oldest).toISOString().slice(0, 10)}`
    : '';
  const forgotten = kept.filter(({ isForgotten }) => isForgotten).length;
  console.log(
    `History: ${changes} changes${from}, ${megabytes} MB; of ${forgotten} documents and discussions, what came before is forgotten.`,
  );
}

/** What hung a server is stored whole: it is told, and is no damage. */
function tellSetApart(data: string): void {
  for (const { name, why, until } of new SetApart(data, createLog('error')).all(Date.now())) {
    const reason = why === 'time' ? 'the server hung at it' : 'it took all memory';
    console.log(`${name}: set apart until ${new Date(until).toISOString()}, since ${reason}`);
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
