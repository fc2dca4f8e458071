/**
 * Tells browsers that are closed that there is something new for their person in a document.
 *
 * Invariant: only who asked for it on a device and can still read the document is told there, by the
 * document's id alone; one device is told of one document as often as `REST_MS`, whatever comes
 * meanwhile. A notice may be lost, as when the server stops; what it is about never is.
 */
import type { DocId } from '../../shared/access/ids.ts';
import type { Log } from '../log.ts';
import type { Storage, StoredPush } from '../storage/storage.ts';
import type { PushServices } from './push-services.ts';

/** What comes for a device about a document within this time is told once, ms. */
const REST_MS = 20_000;
/** Notices on their way at one time. */
const AT_ONCE = 8;
/** Devices and documents that are told of, or rest: what comes beyond is not told. */
const MOST_KEPT = 20_000;
/** How often a push service is tried that takes nothing now. */
const MOST_TRIES = 3;

interface PushNoticesOptions {
  storage: Pick<Storage, 'pushesOf' | 'forgetPushes' | 'links'>;
  services: Pick<PushServices, 'send'>;
  log: Log;
  restMs?: number;
}

/** A notice on its way, and how often it was not taken. */
interface Job {
  push: StoredPush;
  tries: number;
}

export class PushNotices {
  readonly #options: PushNoticesOptions;
  readonly #restMs: number;
  /** By device and document: what rests, and whether something came meanwhile. */
  readonly #resting = new Map<string, { isDue: boolean; timer: NodeJS.Timeout }>();
  readonly #waiting: Job[] = [];
  #running = 0;
  #isClosed = false;

  constructor(options: PushNoticesOptions) {
    this.#options = options;
    this.#restMs = options.restMs ?? REST_MS;
  }

  /** Something is said that is for these people. */
  called(docId: DocId, people: ReadonlySet<string>): void {
    this.#tell(docId, people).catch((error: unknown) => {
      this.#options.log.warn('notices not sent', { docId, error });
    });
  }

  async #tell(docId: DocId, people: ReadonlySet<string>): Promise<void> {
    for (const push of await this.#toTell(docId, people)) this.#offer(push);
  }

  /** Where these people asked for it and can still read the document, as the store knows it now. */
  async #toTell(docId: DocId, people: ReadonlySet<string>): Promise<StoredPush[]> {
    const { storage } = this.#options;
    const pushes = await storage.pushesOf(docId, [...people]);
    if (pushes.length === 0) return [];
    const now = Date.now();
    const links = new Map((await storage.links(docId)).map((link) => [link.id, link]));
    const open: StoredPush[] = [];
    for (const push of pushes) {
      const link = push.linkId === null ? null : links.get(push.linkId);
      const isOpen =
        link === null ||
        (link !== undefined &&
          link.revokedAt === null &&
          (link.expiresAt === null || link.expiresAt > now));
      if (isOpen) open.push(push);
      // Whoever has another link says so when they are next there.
      else await storage.forgetPushes(push.endpoint, { docId });
    }
    return open;
  }

  #offer(push: StoredPush): void {
    const key = `${push.docId} ${push.endpoint}`;
    const resting = this.#resting.get(key);
    if (resting !== undefined) {
      resting.isDue = true;
      return;
    }
    if (this.#isClosed || this.#resting.size >= MOST_KEPT) return;
    const end = () => {
      const { isDue } = this.#resting.get(key) ?? { isDue: false };
      this.#resting.delete(key);
      // Once more from the store: it may be forgotten, or its link revoked.
      if (isDue) this.called(push.docId, new Set([push.person]));
    };
    this.#resting.set(key, { isDue: false, timer: setTimeout(end, this.#restMs).unref() });
    this.#waiting.push({ push, tries: 0 });
    this.#next();
  }

  #next(): void {
    while (this.#running < AT_ONCE && !this.#isClosed) {
      const job = this.#waiting.shift();
      if (job === undefined) return;
      this.#running++;
      this.#send(job)
        .catch((error: unknown) => {
          // Keys that no browser made, or a store that does not answer.
          this.#options.log.warn('notice not sent', { docId: job.push.docId, error });
        })
        .finally(() => {
          this.#running--;
          this.#next();
        });
    }
  }

  async #send(job: Job): Promise<void> {
    const { services, storage, log } = this.#options;
    const { docId, endpoint } = job.push;
    const outcome = await services.send(job.push);
    if (outcome.kind === 'gone') await storage.forgetPushes(endpoint, {});
    else if (outcome.kind === 'refused') {
      log.warn('notice refused', { docId, service: new URL(endpoint).host, why: outcome.why });
    } else if (outcome.kind === 'later' && job.tries + 1 < MOST_TRIES) {
      const again = () =>
        this.#tryAgain(job).catch((error: unknown) => {
          log.warn('notice not sent', { docId, error });
        });
      setTimeout(again, outcome.afterMs).unref();
    } else if (outcome.kind === 'later') {
      log.warn('notice not taken', { docId, service: new URL(endpoint).host });
    }
  }

  /** Minutes may have gone by: it may be forgotten, or its link revoked. */
  async #tryAgain({ push: { docId, endpoint, person }, tries }: Job): Promise<void> {
    if (this.#isClosed) return;
    const pushes = await this.#toTell(docId, new Set([person]));
    const push = pushes.find((one) => one.endpoint === endpoint);
    if (push === undefined) return;
    this.#waiting.push({ push, tries: tries + 1 });
    this.#next();
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#resting.values()) clearTimeout(timer);
    this.#resting.clear();
    this.#waiting.length = 0;
  }
}
