/**
 * What an update may do to a discussion: everybody says things under their own id, brings what others
 * signed, and deletes what they said themselves.
 *
 * Invariant: what is judged is the update and what it names, never the whole discussion. Whatever
 * somebody without the right sends, no living register of another person is changed, deleted or kept
 * from being written; and nothing is stored under a key that its person did not sign.
 *
 * A device may have to bring back all of a discussion that a restored server has lost, what others
 * said and what they deleted included. What others said it brings as they signed it. Of what they
 * deleted only the clocks are taken, under keys that stand for nothing: a deletion in somebody's name
 * could otherwise stand in the way of what they write there.
 */
import { createPublicKey, type KeyObject, verify as verifySignature } from 'node:crypto';
import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import type { DocId } from '../../shared/access/ids.ts';
import { bindingOf, PublicKey, Signature, signed } from '../../shared/access/person-key.ts';
import {
  DISCUSSION_ROOT,
  keyOf,
  parseKey,
  type RegisterName,
} from '../../shared/discussion/keys.ts';
import { readSays, StoredRegister } from '../../shared/discussion/registers.ts';
import { signedBytes, splitProof } from '../../shared/discussion/signed.ts';
import { firstBehind } from '../../shared/document/clock-ranges.ts';
import { MinuteLimit } from '../access/rates.ts';

/** Begins the keys under which the clocks of what others deleted are kept. */
const NOBODYS = '-';
/** Later registers of the same name that are looked for: with one there, the words are not taken. */
const LATER = 16;
/** Signatures that are looked at at the same time: they are computed beside the server's thread. */
const AT_ONCE = 32;
/** What looking at one takes of the processor, about. */
export const SIGNATURE_MS = 0.1;
/** Public keys that are known as such. */
const MOST_KEYS = 1_000;

export type Verdict =
  | { readonly kind: 'store'; readonly update: Uint8Array; readonly said: number }
  /** It changes nothing that it may change. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'invalid' };

/** What is said in an update, and which of it its people signed. */
export interface Signed {
  /** Keys with what stands under them, as `signedKey` writes it. */
  readonly genuine: ReadonlySet<string>;
  /** How many signatures were looked at. */
  readonly looked: number;
}

/** Registers that one person writes, or brings: at once, and a minute in the long run. */
const SAID_AT_ONCE = 2_000;
const SAID_PER_MINUTE = 120;

/** How much people say. Who was away for long comes with all of it at once. */
export class TalkLimit {
  readonly #limit = new MinuteLimit(SAID_PER_MINUTE, SAID_AT_ONCE);

  /** Takes so many registers of somebody's; false if they have said too much just now. */
  take(who: string, count: number): boolean {
    const now = performance.now();
    if (this.#limit.isSpent(who, now)) return false;
    this.#limit.spend(who, count, now);
    return true;
  }
}

type Struct = Y.Item | Y.GC | Y.Skip;
type ClockRange = { clock: number; len: number };
const endOfRange = ({ clock, len }: ClockRange): number => clock + len;

/**
 * Looks at the signatures of what is new. `person` is who sends it, if they proved it: of an id that
 * is older than public keys nobody can say more than that.
 */
export async function checkSignatures(
  document: Y.Doc,
  docId: DocId,
  update: Uint8Array,
  person: string | null,
): Promise<Signed> {
  const genuine = new Set<string>();
  const jobs: { key: string; name: RegisterName; says: string; proof: string }[] = [];
  const { structs } = Y.decodeUpdate(update);
  const keys = new Keys(document, structs);
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || isKnown(document, struct)) continue;
    const key = keys.of(struct);
    const name = key === null ? null : parseKey(key);
    const register = registerOf(struct);
    if (key !== null && name && register)
      jobs.push({ key, name, says: register[0], proof: register[1] });
  }
  for (let at = 0; at < jobs.length; at += AT_ONCE)
    await Promise.all(
      jobs.slice(at, at + AT_ONCE).map(async ({ key, name, says, proof }) => {
        const bytes = signedBytes(docId, key, says);
        if (await isSignedBy(name.person, bytes, proof, person))
          genuine.add(signedKey(key, says, proof));
      }),
    );
  return { genuine, looked: jobs.length };
}

/** Says what is to be stored of an update that `inspect` found to be sound. */
export function judge(
  document: Y.Doc,
  update: Uint8Array,
  person: string | null,
  { genuine }: Pick<Signed, 'genuine'>,
): Verdict {
  const { structs, ds } = Y.decodeUpdate(update);
  const keys = new Keys(document, structs);
  const written: Struct[] = [];
  /** Items of others that the update brings alive, by client and clock. */
  const alive = new Set<string>();
  let isChanged = false;
  let said = 0;
  for (const struct of structs) {
    if (struct instanceof Y.Skip || isKnown(document, struct)) {
      written.push(struct);
      continue;
    }
    // The one parent there is lives for ever, so nothing in it is ever collected.
    if (!(struct instanceof Y.Item) || struct.rightOrigin !== null) return { kind: 'invalid' };
    const key = keys.of(struct);
    if (key === null) return { kind: 'invalid' };
    const isOwn = person !== null && parseKey(key)?.person === person;
    if (struct.content instanceof Y.ContentDeleted) {
      if (isOwn || key.startsWith(NOBODYS)) written.push(struct);
      else {
        if (!parseKey(key)) return { kind: 'invalid' };
        written.push(nobodys(struct, key));
        isChanged = true;
      }
      said++;
      continue;
    }
    const register = registerOf(struct);
    const name = parseKey(key);
    if (!register || !name || !genuine.has(signedKey(key, register[0], register[1])))
      return { kind: 'invalid' };
    if (readSays(name.field, register[0]) === null) return { kind: 'invalid' };
    said++;
    if (isOutdated(document, name)) {
      // Its author has deleted it, or written it otherwise: its words are gone, and stay gone.
      written.push(nobodys(struct, key));
      isChanged = true;
    } else {
      if (!isOwn) alive.add(idOf(struct.id));
      const isBehindNobodys = keys.standsBehindNobodys(struct);
      written.push(isBehindNobodys ? alone(struct, key) : struct);
      isChanged ||= isBehindNobodys;
    }
  }
  const deletions = allowedDeletions(document, structs, ds.clients, person, alive);
  if (said === 0 && deletions.effective === 0) return { kind: 'nothing' };
  if (!isChanged && !deletions.isLess) return { kind: 'store', update, said };
  return { kind: 'store', update: encode(written, deletions.ranges), said };
}

/** What an update says that is new here, and that no later register of its name stands against. */
export function* newRegisters(
  document: Y.Doc,
  update: Uint8Array,
): Generator<{ name: RegisterName; says: string }> {
  const { structs } = Y.decodeUpdate(update);
  const keys = new Keys(document, structs);
  for (const struct of structs) {
    if (!(struct instanceof Y.Item) || isKnown(document, struct)) continue;
    const register = registerOf(struct);
    const name = register && parseKey(keys.of(struct) ?? '');
    if (register && name && !isOutdated(document, name)) yield { name, says: register[0] };
  }
}

/** The keys of an update's items. Behind another item of its key an item does not say its own. */
class Keys {
  readonly #document: Y.Doc;
  readonly #items = new Map<string, Y.Item>();
  readonly #known = new Map<Y.Item, string | null>();

  constructor(document: Y.Doc, structs: readonly Struct[]) {
    this.#document = document;
    for (const struct of structs)
      if (struct instanceof Y.Item) this.#items.set(idOf(struct.id), struct);
  }

  of(item: Y.Item): string | null {
    const path = new Set<Y.Item>();
    let key: string | null = null;
    for (let at: Y.Item | null = item; at !== null; ) {
      const known = this.#known.get(at);
      if (known !== undefined) {
        key = known;
        break;
      }
      path.add(at);
      if (at.origin === null) {
        key = (at.parent as unknown) === DISCUSSION_ROOT ? at.parentSub : null;
        break;
      }
      const stored = this.#stored(at.origin);
      if (stored !== null) {
        key = stored.startsWith(NOBODYS) ? stored.slice(NOBODYS.length) : stored;
        break;
      }
      const before: Y.Item | null = this.#items.get(idOf(at.origin)) ?? null;
      at = before === null || path.has(before) ? null : before;
    }
    for (const passed of path) this.#known.set(passed, key);
    return key;
  }

  /** Whether what it stands behind was put under another key, here or in the document. */
  standsBehindNobodys({ origin }: Y.Item): boolean {
    if (origin === null) return false;
    const stored = this.#stored(origin);
    return stored === null || stored.startsWith(NOBODYS);
  }

  /** The key of an item of the document. */
  #stored(id: Y.ID): string | null {
    if (id.clock >= Y.getState(this.#document.store, id.client)) return null;
    const item = Y.getItem(this.#document.store, id);
    if (!(item instanceof Y.Item)) return null;
    return item.parent === this.#document.share.get(DISCUSSION_ROOT) ? item.parentSub : null;
  }
}

/** The ranges of a delete set that this person may delete. */
function allowedDeletions(
  document: Y.Doc,
  structs: readonly Struct[],
  asked: ReadonlyMap<number, readonly ClockRange[]>,
  person: string | null,
  alive: ReadonlySet<string>,
): { ranges: Map<number, ClockRange[]>; effective: number; isLess: boolean } {
  const ranges = new Map<number, ClockRange[]>();
  /** For each client the clocks that the update brings, in their order. */
  const brought = new Map<number, ClockRange[]>();
  for (const struct of structs) {
    if (struct instanceof Y.Skip) continue;
    const { client, clock } = struct.id;
    const list = brought.get(client) ?? [];
    list.push({ clock, len: struct.length });
    brought.set(client, list);
  }
  let effective = 0;
  let isLess = false;
  for (const [client, list] of asked) {
    const allowed: ClockRange[] = [];
    const allow = (clock: number, len: number) => {
      const last = allowed.at(-1);
      if (last && last.clock + last.len === clock) last.len += len;
      else if (len > 0) allowed.push({ clock, len });
    };
    const state = Y.getState(document.store, client);
    const known = document.store.clients.get(client) ?? [];
    for (const { clock, len } of list) {
      const end = clock + len;
      let at = clock;
      if (at < state) {
        for (let index = Y.findIndexSS(known, at); index < known.length && at < end; index++) {
          const struct = known[index]!;
          const to = Math.min(end, struct.id.clock + struct.length);
          const isOwn =
            struct instanceof Y.Item &&
            person !== null &&
            parseKey(struct.parentSub ?? '')?.person === person;
          if (struct.deleted || isOwn) {
            allow(at, to - at);
            if (!struct.deleted) effective++;
          } else isLess = true;
          at = to;
        }
      }
      // Of what has not come nobody can say whose it is: its author's device says it once more.
      const pieces = brought.get(client) ?? [];
      for (let index = firstBehind(pieces, at, endOfRange); index < pieces.length; index++) {
        const piece = pieces[index]!;
        const from = Math.max(at, piece.clock);
        const to = Math.min(end, piece.clock + piece.len);
        if (from >= to) break;
        if (from > at) isLess = true;
        if (alive.has(idOf({ client, clock: piece.clock }))) isLess = true;
        else allow(from, to - from);
        at = to;
      }
      if (at < end) isLess = true;
    }
    if (allowed.length > 0) ranges.set(client, allowed);
  }
  return { ranges, effective, isLess };
}

/** An item of which nothing is left but its clocks, under a key that stands for nothing. */
function nobodys(item: Y.Item, key: string): Y.Item {
  return withContent(item, `${NOBODYS}${key}`, new Y.ContentDeleted(item.length));
}

/** The same item, which says its key itself. */
function alone(item: Y.Item, key: string): Y.Item {
  return withContent(item, key, item.content);
}

function withContent({ id }: Y.Item, key: string, content: Y.Item['content']): Y.Item {
  // As in a decoded update, the parent is a root's name.
  return new Y.Item(id, null, null, null, null, DISCUSSION_ROOT as never, key, content as never);
}

/** Whether the document has a later register of this name. */
function isOutdated(document: Y.Doc, name: RegisterName): boolean {
  const root = document.share.get(DISCUSSION_ROOT);
  if (!root) return false;
  for (let later = 1; later <= LATER; later++) {
    const found = root._map.get(keyOf({ ...name, n: name.n + later }));
    if (found && !found.deleted) return true;
  }
  return false;
}

function isKnown(document: Y.Doc, { id, length }: Struct): boolean {
  return Y.getState(document.store, id.client) >= id.clock + length;
}

/** What an item says, or null if it is no register. */
function registerOf({ content }: Y.Item): StoredRegister | null {
  if (!(content instanceof Y.ContentAny) || content.arr.length !== 1) return null;
  const parsed = StoredRegister.safeParse(content.arr[0]);
  return parsed.success ? parsed.data : null;
}

function encode(
  structs: readonly Struct[],
  deleted: ReadonlyMap<number, ClockRange[]>,
): Uint8Array {
  const byClient = new Map<number, Struct[]>();
  for (const struct of structs) {
    const list = byClient.get(struct.id.client);
    if (list) list.push(struct);
    else byClient.set(struct.id.client, [struct]);
  }
  const encoder = new Y.UpdateEncoderV1();
  const { restEncoder } = encoder;
  encoding.writeVarUint(restEncoder, byClient.size);
  for (const [client, list] of byClient) {
    encoding.writeVarUint(restEncoder, list.length);
    encoder.writeClient(client);
    encoding.writeVarUint(restEncoder, list[0]!.id.clock);
    for (const struct of list) struct.write(encoder, 0);
  }
  encoding.writeVarUint(restEncoder, deleted.size);
  for (const [client, ranges] of deleted) {
    encoding.writeVarUint(restEncoder, client);
    encoding.writeVarUint(restEncoder, ranges.length);
    for (const { clock, len } of ranges) {
      encoding.writeVarUint(restEncoder, clock);
      encoding.writeVarUint(restEncoder, len);
    }
  }
  return encoder.toUint8Array();
}

function idOf({ client, clock }: { client: number; clock: number }): string {
  return `${client}:${clock}`;
}

function signedKey(key: string, says: string, proof: string): string {
  return `${key}\n${proof}\n${says}`;
}

const publicKeys = new Map<string, KeyObject | null>();

/** The key, or null if the text is no point of the curve. */
function publicKeyOf(text: string): KeyObject | null {
  const known = publicKeys.get(text);
  if (known !== undefined) return known;
  if (publicKeys.size >= MOST_KEYS) publicKeys.clear();
  let key: KeyObject | null;
  try {
    key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: text }, format: 'jwk' });
  } catch {
    // Whatever OpenSSL calls it, it is no key.
    key = null;
  }
  publicKeys.set(text, key);
  return key;
}

async function isSignedBy(
  author: string,
  bytes: Uint8Array,
  proof: string,
  sender: string | null,
): Promise<boolean> {
  const [publicKey, signature] = splitProof(proof);
  if (!PublicKey.safeParse(publicKey).success || !Signature.safeParse(signature).success)
    return false;
  if (bindingOf(author, publicKey) !== 'proven' && author !== sender) return false;
  const key = publicKeyOf(publicKey);
  if (!key) return false;
  return new Promise((resolve) => {
    verifySignature(
      null,
      signed('message', bytes),
      key,
      Buffer.from(signature, 'base64url'),
      (error, isGood) => resolve(error === null && isGood),
    );
  });
}
