/**
 * The program behind `npm run replay`: histories that people really wrote, through a plain Y.Text,
 * to compare, through the model, and through the editor's binding.
 *
 * Invariant: the figures are only printed, the texts are checked: exit code 0 only if every replica
 * of every trace came to exactly the text the trace says.
 *
 * A line of a trace is a block: Enter where a line feed is inserted, a join where one is deleted.
 * In the traces of several people nobody inserts where somebody else does at that moment, so the
 * order of such insertions decides only where all that stood between two was deleted. Yjs goes by
 * the writers' numbers then; ours go up with the agents', which gives the text of the recorded
 * ones. Should a trace have another order there, the same characters in that of Y.Text are right.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join as joinPath } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gunzipSync } from 'node:zlib';
import { TextSelection } from 'prosemirror-state';
import * as Y from 'yjs';
import { blockStart } from '../app/editor/commands/commands.ts';
import { schema } from '../app/editor/schema.ts';
import { Headless } from '../app/editor/testing/headless.ts';
import { Body } from '../shared/document/body.ts';
import { createDocument } from '../shared/document/create.ts';
import { textOf } from '../shared/document/plain-text.ts';
import { type Edit, Lines, parseTrace, type Trace } from '../shared/document/testing/trace.ts';
import { applyEdit } from './apply-edit.ts';

/** Something that keeps a text and can be told of an edit. */
interface Replica {
  doc: Y.Doc;
  /** What has to be known of the edit beforehand is found here, untimed; the result does it. */
  prepare(edit: Edit): () => void;
  text(): string;
}

type Kind = (doc: Y.Doc) => Replica;

const plainText: Kind = (doc) => {
  const text = doc.getText('text');
  return {
    doc,
    prepare:
      ({ index, length, inserted }) =>
      () =>
        doc.transact(() => {
          if (length > 0) text.delete(index, length);
          if (inserted !== '') text.insert(index, inserted);
        }),
    text: () => text.toString(),
  };
};

const model: Kind = (doc) => {
  const body = new Body(doc);
  doc.on('afterTransaction', (transaction: Y.Transaction) => body.applyTransaction(transaction));
  return {
    doc,
    prepare: (edit) => () => doc.transact(() => applyEdit(body, edit)),
    text: () => body.shown.map((shown) => textOf(body.read(shown))).join('\n'),
  };
};

const binding: Kind = (doc) => {
  const editor = new Headless(doc);
  return {
    doc,
    prepare: ({ line, offset, endLine, endOffset, inserted }) => {
      const from = blockStart(editor.state.doc, line) + 1 + offset;
      const to = blockStart(editor.state.doc, endLine) + 1 + endOffset;
      return () => {
        const { tr } = editor.state;
        if (from < to) tr.delete(from, to);
        let at = from;
        inserted.split('\n').forEach((piece, index) => {
          if (index > 0) {
            tr.split(at, 1, [{ type: schema.nodes.paragraph!, attrs: { id: null } }]);
            at += 2;
          }
          if (piece !== '') tr.insertText(piece, at);
          at += piece.length;
        });
        editor.dispatch(tr.setSelection(TextSelection.create(tr.doc, at)));
      };
    },
    text: () => {
      if (!editor.isTrue()) return 'The editor shows something else than the document.';
      return editor.state.doc.textBetween(0, editor.state.doc.content.size, '\n');
    },
  };
};

interface Result {
  /** What one's own edits took, and those that came from others. */
  ownMs: number;
  othersMs: number;
  updates: number;
  bytes: [v1: number, v2: number];
  memory: number;
  ends: string[];
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Replays a trace, a replica a person, each hearing of the others just before it has to. */
function replay(trace: Trace, kind: Kind, start: Y.Doc): Result {
  const before = heap();
  const initial = Y.encodeStateAsUpdate(start);
  const replicas = new Map<number, Replica & { lines: Lines; sent: Uint8Array[] }>();
  for (const agent of new Set(trace.turns.map((turn) => turn.replica))) {
    const doc = new Y.Doc();
    doc.clientID = FIRST_AGENT + agent;
    Y.applyUpdate(doc, initial);
    const replica = {
      ...kind(doc),
      lines: new Lines(trace.startContent),
      sent: [] as Uint8Array[],
    };
    if (trace.concurrent)
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin !== 'others') replica.sent.push(update);
      });
    replicas.set(agent, replica);
  }
  let ownMs = 0;
  let othersMs = 0;
  let updates = 0;
  const receive = (doc: Y.Doc, update: Uint8Array) => {
    const began = performance.now();
    Y.applyUpdate(doc, update, 'others');
    othersMs += performance.now() - began;
    updates++;
  };
  /** Updates of each turn, as long as somebody may not have heard of it. */
  const sent: Uint8Array[][] = [];
  for (const turn of trace.turns) {
    const replica = replicas.get(turn.replica)!;
    for (const missing of turn.missing)
      for (const update of sent[missing]!) receive(replica.doc, update);
    if (turn.missing.length > 0) replica.lines = new Lines(replica.text());
    for (const patch of turn.patches) {
      const act = replica.prepare(replica.lines.apply(patch));
      const began = performance.now();
      act();
      ownMs += performance.now() - began;
    }
    sent.push(trace.concurrent ? replica.sent.splice(0) : []);
  }
  const all = [...replicas.values()];
  for (const { doc } of all)
    for (const other of all)
      if (other.doc !== doc) Y.applyUpdate(doc, Y.encodeStateAsUpdate(other.doc), 'others');
  const ends = all.map((replica) => replica.text());
  sent.length = 0;
  const memory = (heap() - before) / all.length;
  const { doc } = all[0]!;
  const bytes: [number, number] = [
    Y.encodeStateAsUpdate(doc).length,
    Y.encodeStateAsUpdateV2(doc).length,
  ];
  return { ownMs, othersMs, updates, bytes, memory, ends };
}

/** Yjs puts what the writer with the smaller number inserted first. */
const FIRST_AGENT = 100;

function startOf(trace: Trace, kind: Kind): Y.Doc {
  const doc = new Y.Doc();
  doc.clientID = 1;
  if (kind === plainText) doc.getText('text').insert(0, trace.startContent);
  else
    createDocument(doc, {
      blocks: trace.startContent
        .split('\n')
        .map((text) => ({ type: 'paragraph', content: [{ text }] })),
    });
  return doc;
}

const KINDS: Record<string, Kind> = { 'Y.Text': plainText, model, binding };

/** Prints a trace's rows; true if all ends are right. */
function report(name: string, trace: Trace): boolean {
  let right = true;
  let expected = trace.endContent;
  let verdict = 'exact';
  for (const [what, kind] of Object.entries(KINDS)) {
    const { ownMs, othersMs, updates, bytes, memory, ends } = replay(
      trace,
      kind,
      startOf(trace, kind),
    );
    if (kind === plainText && trace.concurrent && isOtherOrder(ends[0]!, expected)) {
      expected = ends[0]!;
      verdict = 'same characters, in the order of Y.Text';
    }
    const wrong = ends.find((end) => end !== expected);
    if (wrong !== undefined) right = false;
    const micro = (ms: number, count: number) =>
      count > 0 ? ((1000 * ms) / count).toFixed(1) : '–';
    console.log(
      [
        name.padEnd(18),
        String(trace.edits).padStart(7),
        what.padEnd(8),
        ownMs.toFixed(0).padStart(7),
        micro(ownMs, trace.edits).padStart(8),
        micro(othersMs, updates).padStart(8),
        String(bytes[0]).padStart(9),
        String(bytes[1]).padStart(9),
        (memory / 2 ** 20).toFixed(1).padStart(7),
        ` ${wrong === undefined ? verdict : 'WRONG'}`,
      ].join(' '),
    );
    if (wrong !== undefined) console.log(difference(wrong, expected));
  }
  return right;
}

/** Whether a text is another one with the insertions of several people in another order. */
function isOtherOrder(text: string, expected: string): boolean {
  const sorted = (value: string) => [...value].sort().join('');
  return text !== expected && sorted(text) === sorted(expected);
}

const SHOWN_AROUND = 40;

function difference(text: string, expected: string): string {
  let at = 0;
  while (at < text.length && text[at] === expected[at]) at++;
  const around = (whole: string) =>
    JSON.stringify(whole.slice(Math.max(0, at - SHOWN_AROUND), at + SHOWN_AROUND));
  return `  from character ${at} on: ${around(text)}\n  instead of ${around(expected)}`;
}

const USAGE = `Usage: npm run replay -- <folder or files>
Files are traces as in github.com/josephg/editing-traces (.json or .json.gz). They are no part of this
repository: download some, and pass their folder.`;

function filesIn(path: string): string[] {
  if (!existsSync(path)) throw new NotATrace(`There is nothing at ${path}.`);
  if (!statSync(path).isDirectory()) return [path];
  const files = readdirSync(path).filter((file) => /\.json(\.gz)?$/.test(file));
  if (files.length === 0) throw new NotATrace(`There is no trace in ${path}.`);
  return files.sort().map((file) => joinPath(path, file));
}

function load(file: string): Trace {
  const bytes = readFileSync(file);
  try {
    return parseTrace(
      JSON.parse((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')),
    );
  } catch (error) {
    throw new NotATrace(`${file} is no trace.`, { cause: error });
  }
}

/** Raised where what was passed cannot be replayed; the sentence says why. */
class NotATrace extends Error {}

try {
  const files = process.argv.slice(2).flatMap(filesIn);
  if (files.length === 0) throw new NotATrace('No trace to replay.');
  console.log(
    'trace                edits  through       ms  µs/own µs/other  bytes v1  bytes v2 MB heap  end',
  );
  const wrong = files.filter((file) => !report(basename(file).replace(/\..*/, ''), load(file)));
  if (wrong.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof NotATrace)) throw error;
  console.error(error.message);
  if (error.cause instanceof Error) console.error(error.cause.message);
  console.error(USAGE);
  process.exitCode = 1;
}
