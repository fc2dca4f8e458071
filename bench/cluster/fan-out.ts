/**
 * What nodes tell each other when there are many of them, counted in a simulation: up to a thousand
 * in this process, in steps of the two milliseconds for which each gathers.
 *
 * Invariant: frames are those that nodes send, made by the same code; who follows what comes from
 * where a balancer puts people, and nothing is guessed but how many there are and how they type.
 */
import { parseArgs } from 'node:util';
import { createSecret, docIdOf } from '../../shared/access/ids.ts';
import { type BusMessage, encodeFrames, senderOf } from '../../sync-server/bus/bus.ts';
import { tableOf, writeIntoPage } from '../markdown.ts';

const GATHER_MS = 2;
const STEPS = 100;
const PEOPLE = 4;
/** An update of one key, as people send it. */
const KEY_BYTES = 30;
const KEYS_PER_SECOND = 2;
const DOCUMENTS_PER_NODE = 250;
/** What PostgreSQL takes in one message, and Redis. */
const FRAME_BYTES = 5_900;

/** Of a frame only its length counts, so all documents have one name. */
const name = docIdOf(createSecret());

interface Counts {
  nodes: number;
  together: boolean;
  sent: number;
  heard: number;
  /** Messages that some node's connection to PostgreSQL has to look at, its own or not. */
  looked: number;
  bytesHeard: number;
}

/** As long as nodes and stores are named. */
const us = (node: number) => ({ nodeId: `node${node}`.padEnd(16, '.'), store: '.'.repeat(16) });

/** Numbers from 0 to 1, the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** `together` has a balancer that hashes by document; one in ten people comes another way. */
function simulate(nodes: number, together: boolean): Counts {
  const random = seeded(7);
  const anyNode = () => Math.floor(random() * nodes);
  const documents = Array.from({ length: nodes * DOCUMENTS_PER_NODE }, () => {
    const home = anyNode();
    const at = Array.from({ length: PEOPLE }, () =>
      together && random() > 0.1 ? home : anyNode(),
    );
    return { at, followers: new Set(at), sequence: 0 };
  });
  const counts = { nodes, together, sent: 0, heard: 0, looked: 0, bytesHeard: 0 };
  const perStep = (documents.length * PEOPLE * KEYS_PER_SECOND * GATHER_MS) / 1000;
  let due = 0;
  for (let step = 0; step < STEPS; step++) {
    const waiting = new Map<string, { node: number; document: number; messages: BusMessage[] }>();
    for (due += perStep; due >= 1; due--) {
      const at = Math.floor(random() * documents.length);
      const document = documents[at];
      const node = document?.at[Math.floor(random() * PEOPLE)];
      if (document === undefined || node === undefined) continue;
      document.sequence += 1;
      const bytes = new Uint8Array(KEY_BYTES);
      const message = { kind: 'update', name, sequence: document.sequence, bytes } as const;
      const key = `${node} ${at}`;
      const others = waiting.get(key);
      if (others === undefined) waiting.set(key, { node, document: at, messages: [message] });
      else others.messages.push(message);
    }
    for (const { node, document, messages } of waiting.values()) {
      const followers = documents[document]?.followers ?? new Set();
      for (const frame of encodeFrames(senderOf(us(node)), messages, FRAME_BYTES)) {
        counts.sent += 1;
        // A node hears its own, too, and lets it go.
        counts.heard += followers.size;
        counts.bytesHeard += followers.size * frame.length;
        counts.looked += nodes;
      }
    }
  }
  return counts;
}

function rowOf({ nodes, together, sent, heard, looked, bytesHeard }: Counts): string[] {
  const perSecond = 1000 / (STEPS * GATHER_MS);
  const each = (count: number) => Math.round((count * perSecond) / nodes).toLocaleString('en');
  return [
    nodes.toLocaleString('en'),
    (nodes * DOCUMENTS_PER_NODE * PEOPLE).toLocaleString('en'),
    together ? 'of a document together' : 'anywhere',
    each(sent),
    each(heard),
    `${((bytesHeard * perSecond) / nodes / 1000).toFixed(0)} kB`,
    Math.round(looked * perSecond).toLocaleString('en'),
    Math.round(heard * perSecond).toLocaleString('en'),
  ];
}

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const rows = [3, 10, 100, 1_000].flatMap((nodes) =>
  [true, false].map((together) => rowOf(simulate(nodes, together))),
);
const head = [
  'nodes',
  'people who write',
  'people are',
  'a node tells',
  'a node hears',
  'of bytes',
  'PostgreSQL looks at',
  'Redis passes on',
];
const about = `Each second, ${PEOPLE} people in a document, ${DOCUMENTS_PER_NODE} documents a node, ${KEYS_PER_SECOND} keys a second each; ${(STEPS * GATHER_MS) / 1000} s simulated, extrapolated to one. Where a balancer keeps those of a document together, one in ten comes another way. With LISTEN and NOTIFY the connection of every node looks at every message; Redis passes each on only to those who follow the document.`;
const text = `${tableOf([head, ...rows])}\n\n${about}`;
console.log(text);
if (values.write) writeIntoPage('scale.md', 'fan-out', text);
