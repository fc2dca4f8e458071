/**
 * The pictures and files of one open document, as its editor asks for them.
 *
 * Invariant: what this device has is shown without asking anybody; an address of bytes in memory is
 * given back once nobody watches it any more.
 */

import type { DocId, Secret } from '../../shared/access/ids.ts';
import type { AttachmentId } from '../../shared/document/attachments.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError, ERRORS } from '../../shared/protocol/errors.ts';
import type { PagePreview } from '../../shared/protocol/http.ts';
import { MAX_ATTACHMENT_BYTES, MAX_SAID_PICTURE_BYTES } from '../../shared/protocol/limits.ts';
import type { Attachment, Attachments } from '../editor/figures/attachments.ts';
import { hashOf } from '../editor/figures/hash.ts';
import { withImageType } from '../editor/figures/image-type.ts';
import { tLazy } from '../i18n/lazy.ts';
import type { AttachmentApi } from './attachment-api.ts';
import type { AttachmentStore, Use } from './attachment-store.ts';
import type { UploadQueue } from './upload-queue.ts';
import { offersPages, openPage } from './web-pages.ts';
import { type AttachmentFacts, attachmentWords, refusedFile } from './words.ts';

/** How long an address outlives its last watcher: a block that is drawn anew asks again at once. */
const KEPT_UNWATCHED_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** How many are fetched at a time. */
const FETCHES = 4;
/** As no browser shows it, whatever is in it. */
const DOWNLOAD_TYPE = 'application/octet-stream';

export interface DocumentAttachmentsOptions {
  docId: DocId;
  secret: Secret;
  /** Whether this person may add to the document. */
  mayWrite: () => boolean;
  /** Whether this person may show pictures in what they say about it. */
  maySay?: () => boolean;
  store: AttachmentStore;
  api: AttachmentApi;
  queue: UploadQueue;
  /** Says something to the person at the page. */
  tell: (message: string) => void;
  /** Shows that a file was not taken in, until the person has seen it. */
  onRefused: (message: string) => void;
}

/** How much of a document waits on this device, and how much the server does not take. */
export interface Unsent {
  waiting: number;
  refused: number;
  /** How much of both this device could not keep: it would be gone with the page. */
  unkept: number;
}

/** What is known of one attachment while somebody watches it. */
interface Entry {
  facts: AttachmentFacts;
  blob: Blob | null;
  url: string | null;
  /** As last told. */
  shown: Attachment;
  watchers: Set<() => void>;
  /** How many of them show it. */
  shows: number;
  isFetching: boolean;
  retryMs: number;
  retryTimer: ReturnType<typeof setTimeout> | null;
  dropTimer: ReturnType<typeof setTimeout> | null;
}

const NOTHING_KNOWN: Attachment = { url: null, words: null, isProblem: false };
const UNKNOWN: AttachmentFacts = {
  isHere: false,
  isWanted: true,
  isKept: true,
  server: null,
  refusal: null,
  isSending: false,
  isOnline: true,
  trouble: null,
};

export class DocumentAttachments implements Attachments {
  readonly #options: DocumentAttachmentsOptions;
  readonly #entries = new Map<AttachmentId, Entry>();
  readonly #unsentListeners = new Set<() => void>();
  readonly #stops: (() => void)[];
  #unsent: Unsent = { waiting: 0, refused: 0, unkept: 0 };
  #fetches = 0;
  #isClosed = false;

  constructor(options: DocumentAttachmentsOptions) {
    this.#options = options;
    const { store, queue, docId } = options;
    this.#stops = [
      store.subscribe((change) => {
        if (change.docId !== docId) return;
        void this.#look(change.id);
        void this.#count();
      }),
      queue.subscribe(() => this.#retell()),
    ];
    globalThis.addEventListener?.('online', this.resume);
    globalThis.addEventListener?.('offline', this.#retell);
    void this.#count();
    void queue.send();
  }

  /** The server can be reached: what waits is sent and fetched without waiting for its time. */
  readonly resume = (): void => {
    this.#retell();
    const { docId, mayWrite, queue } = this.#options;
    void queue.send();
    if (mayWrite()) {
      queue.doubt(docId).catch((error: unknown) => {
        console.error('What the server has could not be looked at.', error);
      });
    }
    for (const [id, entry] of this.#entries) {
      entry.retryMs = FIRST_RETRY_MS;
      if (entry.blob === null && entry.shows > 0) void this.#fetch(id, entry);
    }
  };

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stops) stop();
    globalThis.removeEventListener?.('online', this.resume);
    globalThis.removeEventListener?.('offline', this.#retell);
    for (const id of [...this.#entries.keys()]) this.#drop(id);
  }

  offersPages(): Promise<boolean> {
    return offersPages();
  }

  page(address: string): Promise<PagePreview> {
    const { docId, secret } = this.#options;
    return openPage(docId, secret, address);
  }

  async add(file: Blob, isSaid = false): Promise<AttachmentId> {
    const { mayWrite, maySay } = this.#options;
    const most = mayWrite() ? MAX_ATTACHMENT_BYTES : MAX_SAID_PICTURE_BYTES;
    if (file.size > most) throw new CatalogueError('payload_too_large');
    // In the document, whoever may only suggest has nowhere to send it to.
    if (!mayWrite() && !(isSaid && maySay?.())) throw new CatalogueError('role_too_low');
    const id = await hashOf(file);
    const { docId, store } = this.#options;
    const entry = this.#entryOf(id);
    entry.blob = await withImageType(file);
    void this.#look(id);
    const known = await store.use(docId, id);
    if (known === null || known.server === 'refused') {
      await store.keep(this.#newUse(id, file), file);
    }
    void this.#options.queue.send();
    return id;
  }

  adopt(ids: Iterable<AttachmentId>): void {
    if (!this.#options.mayWrite()) return;
    const { docId, store, queue } = this.#options;
    const adoptOne = async (id: AttachmentId) => {
      if ((await store.use(docId, id)) !== null) return;
      const blob = await store.find(id);
      if (blob) await store.keep(this.#newUse(id, blob), blob);
    };
    const all = Promise.all([...new Set(ids)].map(adoptOne));
    all.then(
      () => queue.send(),
      (error: unknown) => console.error('Pictures and files could not be taken over.', error),
    );
  }

  /**
   * Gives these to another document of this device as well, and sends them there. Those that are not
   * here are fetched first; which cannot be had now are missing there.
   */
  async copyTo(docId: DocId, ids: Iterable<AttachmentId>): Promise<void> {
    const { store, api, queue, secret } = this.#options;
    for (const id of ids) {
      try {
        const blob = (await store.find(id)) ?? (await api.fetch(this.#options.docId, secret, id));
        await store.keep(this.#newUse(id, blob, docId), blob);
      } catch (error) {
        if (!(error instanceof CatalogueError || error instanceof Unreachable)) throw error;
        console.info('A picture or file could not be copied.', error);
      }
    }
    void queue.send();
  }

  #newUse(id: AttachmentId, { size }: Blob, docId = this.#options.docId): Use {
    return { docId, id, bytes: size, server: 'waiting', refusal: null };
  }

  get(id: AttachmentId): Attachment {
    return this.#entries.get(id)?.shown ?? NOTHING_KNOWN;
  }

  watch(id: AttachmentId, show: boolean, listener: () => void): () => void {
    const entry = this.#entryOf(id);
    const told = () => listener();
    entry.watchers.add(told);
    if (show) entry.shows++;
    if (entry.dropTimer) clearTimeout(entry.dropTimer);
    entry.dropTimer = null;
    void this.#look(id);
    return () => {
      if (!entry.watchers.delete(told)) return;
      if (show) entry.shows--;
      if (entry.watchers.size === 0 && !this.#isClosed) this.#dropLater(id, entry);
    };
  }

  retry(id: AttachmentId): void {
    const entry = this.#entryOf(id);
    const { docId, store, queue } = this.#options;
    if (entry.facts.server === 'refused') {
      store.note({ docId, id }, 'waiting').then(
        () => queue.send(),
        (error: unknown) => console.error('It cannot be tried again now.', error),
      );
      return;
    }
    entry.retryMs = FIRST_RETRY_MS;
    if (entry.facts.isHere) void queue.send();
    else void this.#fetch(id, entry);
  }

  async save(id: AttachmentId, name: string): Promise<void> {
    const entry = this.#entryOf(id);
    await this.#look(id);
    if (entry.blob === null) await this.#fetch(id, entry);
    if (entry.blob === null) {
      this.#options.tell(entry.shown.words ?? tLazy().attachments.notHad);
      return;
    }
    const url = URL.createObjectURL(new Blob([entry.blob], { type: DOWNLOAD_TYPE }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The browser has begun by then.
    setTimeout(() => URL.revokeObjectURL(url), KEPT_UNWATCHED_MS);
  }

  refuse(name: string, error: unknown): void {
    this.#options.onRefused(refusedFile(name, error));
  }

  /** Tells what of this document is not on the server; returns how to stop. */
  watchUnsent(listener: () => void): () => void {
    this.#unsentListeners.add(listener);
    return () => this.#unsentListeners.delete(listener);
  }

  get unsent(): Unsent {
    return this.#unsent;
  }

  async #count(): Promise<void> {
    const { docId, store } = this.#options;
    const own = (await store.uses()).filter((use) => use.docId === docId);
    const countOf = (server: Use['server']) => own.filter((use) => use.server === server).length;
    const unkept = own.filter(({ id }) => store.isUnkept(docId, id)).length;
    const now = { waiting: countOf('waiting'), refused: countOf('refused'), unkept };
    const before = this.#unsent;
    if (
      now.waiting === before.waiting &&
      now.refused === before.refused &&
      unkept === before.unkept
    )
      return;
    this.#unsent = now;
    for (const listener of [...this.#unsentListeners]) listener();
  }

  #entryOf(id: AttachmentId): Entry {
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = {
        facts: UNKNOWN,
        blob: null,
        url: null,
        shown: NOTHING_KNOWN,
        watchers: new Set(),
        shows: 0,
        isFetching: false,
        retryMs: FIRST_RETRY_MS,
        retryTimer: null,
        dropTimer: null,
      };
      this.#entries.set(id, entry);
      this.#dropLater(id, entry);
    }
    return entry;
  }

  /** Reads what this device knows, and fetches what it has not where somebody shows it. */
  async #look(id: AttachmentId): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (entry.blob) {
      this.#setUrl(entry);
      this.#tell(id, entry);
    }
    const { docId, store } = this.#options;
    const [use, blob] = await Promise.all([store.use(docId, id), entry.blob ?? store.find(id)]);
    const picture = blob && (await withImageType(blob));
    if (this.#isClosed || this.#entries.get(id) !== entry) return;
    entry.blob ??= picture;
    entry.facts = {
      ...entry.facts,
      server: use?.server ?? null,
      refusal: use?.refusal ?? null,
      isKept: !store.isUnkept(docId, id),
    };
    this.#setUrl(entry);
    this.#tell(id, entry);
    if (entry.blob === null && entry.shows > 0 && entry.retryTimer === null) {
      void this.#fetch(id, entry);
    }
  }

  async #fetch(id: AttachmentId, entry: Entry): Promise<void> {
    if (entry.isFetching || this.#isClosed) return;
    if (entry.retryTimer) clearTimeout(entry.retryTimer);
    entry.retryTimer = null;
    if (this.#fetches >= FETCHES) {
      this.#fetchLater(id, entry, FIRST_RETRY_MS / 4);
      return;
    }
    const { docId, secret, api, store } = this.#options;
    entry.isFetching = true;
    this.#fetches++;
    try {
      const blob = await withImageType(await api.fetch(docId, secret, id));
      entry.blob = blob;
      entry.retryMs = FIRST_RETRY_MS;
      entry.facts = { ...entry.facts, trouble: null };
      await store.keep({ docId, id, bytes: blob.size, server: 'stored', refusal: null }, blob);
    } catch (error) {
      const refusal = error instanceof CatalogueError ? error.code : 'unreachable';
      entry.facts = { ...entry.facts, trouble: refusal };
      const isPassing =
        refusal === 'unreachable' ||
        refusal === 'not_found' ||
        refusal === 'document_unknown' ||
        ERRORS[refusal].next === 'retry';
      if (isPassing && entry.shows > 0) this.#fetchLater(id, entry, entry.retryMs);
      entry.retryMs = Math.min(entry.retryMs * 2, LONGEST_RETRY_MS);
    } finally {
      entry.isFetching = false;
      this.#fetches--;
      this.#setUrl(entry);
      this.#tell(id, entry);
    }
  }

  #fetchLater(id: AttachmentId, entry: Entry, ms: number): void {
    if (this.#isClosed) return;
    entry.retryTimer = setTimeout(() => {
      entry.retryTimer = null;
      if (entry.shows > 0 && entry.blob === null) void this.#fetch(id, entry);
    }, ms);
  }

  /** Bytes that somebody shows have an address. */
  #setUrl(entry: Entry): void {
    if (this.#isClosed || entry.url !== null || entry.blob === null || entry.shows === 0) return;
    entry.url = URL.createObjectURL(entry.blob);
  }

  #tell(id: AttachmentId, entry: Entry): void {
    const { docId, queue } = this.#options;
    const { words, isProblem } = attachmentWords({
      ...entry.facts,
      isHere: entry.blob !== null,
      isWanted: entry.shows > 0 || entry.isFetching,
      isSending: queue.isSending(docId, id),
      isOnline: queue.isReachable && (globalThis.navigator?.onLine ?? true),
    });
    const { url } = entry;
    const before = entry.shown;
    if (before.url === url && before.words === words && before.isProblem === isProblem) return;
    entry.shown = { url, words, isProblem };
    for (const watcher of [...entry.watchers]) watcher();
  }

  readonly #retell = (): void => {
    for (const [id, entry] of this.#entries) this.#tell(id, entry);
  };

  #dropLater(id: AttachmentId, entry: Entry): void {
    if (entry.dropTimer) clearTimeout(entry.dropTimer);
    entry.dropTimer = setTimeout(() => this.#drop(id), KEPT_UNWATCHED_MS);
  }

  #drop(id: AttachmentId): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (entry.url) URL.revokeObjectURL(entry.url);
    if (entry.retryTimer) clearTimeout(entry.retryTimer);
    if (entry.dropTimer) clearTimeout(entry.dropTimer);
    this.#entries.delete(id);
  }
}
