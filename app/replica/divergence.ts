/**
 * What is done where this device shows something else than the server, although both have all that
 * the other one has.
 *
 * Invariant: one's own words that the server lacks are written again before anything is exchanged
 * anew, which would delete them here as well; what anybody can read here and not there is not given
 * up; and `differs` is said only where mending did not help.
 */
import * as Y from 'yjs';
import type { DocumentName } from '../../shared/access/document-name.ts';
import type { Secret } from '../../shared/access/ids.ts';
import { may, type Role } from '../../shared/access/roles.ts';
import { addRanges, type ClockRanges } from '../../shared/document/clock-ranges.ts';
import { otherIn } from '../../shared/document/contested-ids.ts';
import { keepTitleTidy, mendPairs, tidyTitle } from '../../shared/document/mended-pairs.ts';
import { livingOnlyIn } from '../../shared/document/written-again.ts';
import { DigestCheck } from './digest-check.ts';
import { fetchWhole } from './http-exchange.ts';
import type { Ledger } from './ledger.ts';
import type { TakenIds } from './taken-ids.ts';
import { decodeValidated } from './validated-update.ts';

/** Times in a row that what differs is mended: somebody may be at it who does it again. */
const MEND_AT_MOST = 5;
/** Origin of what was cut and is made whole. */
const MENDED = 'mended';

export interface DivergenceOptions {
  room: DocumentName;
  secret: Secret;
  /** Where the server listens, `ws://host/sync`. */
  serverUrl: string;
  doc: Y.Doc;
  ledger: Ledger;
  taken: TakenIds;
  /** What the server said one may do, or null while it has not. */
  role: () => Role | null;
  /** Whether server and device have exchanged all they have. */
  isSettled: () => boolean;
  /** Tells the server what this device says. */
  tell: (digest: string) => void;
  writeAgain: (own: ClockRanges) => void;
  /** Has everything exchanged anew. */
  exchangeAnew: () => void;
  /** Has the server's copy take the place of this one. */
  takeWhole: () => void;
  /** Called when it was looked. */
  checked: () => void;
}

export class Divergence {
  readonly #options: DivergenceOptions;
  readonly #digestCheck: DigestCheck;
  readonly #leaveTitle: () => void;
  #checkedAt: number | null = null;
  #checkedSequence: number | null = null;
  #heardSequence: number | null = null;
  #differs = false;
  /** How often in a row it was found to differ, and what can be done about that was done. */
  #mended = 0;
  #isClosed = false;

  constructor(options: DivergenceOptions) {
    this.#options = options;
    const { doc, isSettled } = options;
    this.#digestCheck = new DigestCheck({
      doc,
      isSettled,
      checked: (isSame, own) => this.#onChecked(isSame, own),
    });
    this.#leaveTitle = keepTitleTidy(doc, () => this.#mayTidy(), MENDED);
  }

  /** When this device last showed the same as the server, ms since 1970. */
  get checkedAt(): number | null {
    return this.#checkedAt;
  }

  /** As of which row of the server's log that was, as far as it said. */
  get checkedSequence(): number | null {
    return this.#checkedSequence;
  }

  /** Whether it shows something else, also after everything was exchanged once more. */
  get differs(): boolean {
    return this.#differs;
  }

  /** The server says what the document says. */
  hear(digest: string, sequence: number | null): void {
    this.#heardSequence = sequence;
    this.#digestCheck.hear(digest);
  }

  close(): void {
    this.#isClosed = true;
    this.#digestCheck.close();
    this.#leaveTitle();
  }

  /**
   * What both sides have is the same, or should be. Where it is not, the host is told; characters that
   * one side shows in halves are made whole, or one's own words that the server has not are written
   * again; and everything is exchanged anew.
   */
  #onChecked(isSame: boolean, own: string): void {
    if (isSame) {
      // What both have may be two copies of one character.
      if (this.#mayTidy()) tidyTitle(this.#options.doc, MENDED);
      this.#checkedAt = Date.now();
      this.#checkedSequence = this.#heardSequence;
      this.#mended = 0;
      this.#differs = false;
    } else {
      this.#differs = this.#mended > 0;
      if (this.#mended++ < MEND_AT_MOST) {
        console.warn('What is shown here is not what the server says.');
        this.#options.tell(own);
        this.#mend().catch((error: unknown) => console.error('It could not be mended.', error));
      }
    }
    this.#options.checked();
  }

  /** Whether what is written without anybody's doing would be taken. */
  #mayTidy(): boolean {
    const role = this.#options.role();
    return role !== null && may(role, 'writeBody');
  }

  async #mend(): Promise<void> {
    const { doc, room, secret, serverUrl, ledger, taken } = this.#options;
    const update = await fetchWhole(serverUrl, room, secret);
    decodeValidated(update);
    const server = new Y.Doc();
    try {
      Y.applyUpdate(server, update);
      if (this.#isClosed || ledger.count > 0) return;
      const role = this.#options.role();
      const mayWrite = role === null || may(role, 'writeBody');
      // What is whole on one side goes to the other as any change does.
      if (mayWrite && mendPairs(doc, server, MENDED)) return;
      const only = livingOnlyIn(doc, server);
      const own = taken.ownOf(only);
      addRanges(own, taken.writtenHere(otherIn(doc, server)));
      // Before the exchange, in which they would be deleted here as well.
      if (own.size > 0) this.#options.writeAgain(own);
      else if (this.#mended > 1 && only.size === 0) this.#options.takeWhole();
      else this.#options.exchangeAnew();
    } finally {
      server.destroy();
    }
  }
}
