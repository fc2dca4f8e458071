/**
 * Where a document is, in whole sentences.
 *
 * Invariant: a device that failed never reads like one that saved.
 */
import type { Unsent } from '../../attachments/document-attachments.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import type { ReplicaStatus } from '../../replica/status.ts';

export interface SaveDetails {
  /** What is on this device, and what to do if that is not well. */
  device: string;
  /** What is on the server, since when, and what happens next. */
  server: string;
  /** Whether trying again is something a person can ask for now. */
  canRetry: boolean;
}

/**
 * `when` puts a moment (ms since 1970) into words; `isHere` is whether this device has anything of
 * the document.
 */
export function saveDetails(
  status: ReplicaStatus,
  when: (time: number) => string,
  unsent: Unsent,
  isHere: boolean,
): SaveDetails {
  return {
    device: isHere || status.device !== 'saved' ? deviceWords(status, unsent) : t().notHere,
    server: [
      textWords(status, when, unsent),
      ...fileWords(unsent),
      ...(status.isPolling ? [tLazy().whereItIs.polling] : []),
    ].join(' '),
    canRetry:
      status.device === 'failed' || status.server === 'offline' || status.server === 'refused',
  };
}

function deviceWords({ device, deviceProblem }: ReplicaStatus, { unkept }: Unsent): string {
  switch (device) {
    case 'opening':
      return tLazy().whereItIs.beingOpened;
    case 'saving':
      return tLazy().whereItIs.beingSaved;
    case 'saved':
      return unkept > 0 ? tLazy().whereItIs.filesNotKept(unkept) : tLazy().whereItIs.everythingHere;
    case 'failed':
      return [
        deviceProblem ? tLazy().deviceProblems[deviceProblem.reason] : tLazy().whereItIs.cannotSave,
        tLazy().whereItIs.keepOpen,
      ].join(' ');
  }
}

function fileWords({ waiting, refused }: Unsent): string[] {
  const { filesWaiting, filesRefused } = tLazy().whereItIs;
  return [
    ...(waiting > 0 ? [filesWaiting(waiting)] : []),
    ...(refused > 0 ? [filesRefused(refused)] : []),
  ];
}

function textWords(
  status: ReplicaStatus,
  when: (time: number) => string,
  { waiting: files, refused }: Unsent,
): string {
  const { server, syncedAt, checkedAt, differs, unconfirmed, refusal, trouble } = status;
  const texts = tLazy().whereItIs;
  const pending = unconfirmed === 0 ? texts.nothingWaiting : texts.waiting(unconfirmed);
  const since = syncedAt === null ? [] : [texts.lastHad(when(syncedAt))];
  const sentences = (...all: string[]) => all.join(' ');
  if (trouble && (server === 'sending' || server === 'connecting')) {
    return sentences(tLazy().error(trouble), pending, ...since);
  }
  switch (server) {
    case 'synced': {
      const checked = checkedAt === null ? [] : [texts.sameChecked(when(checkedAt))];
      const found = differs ? [texts.showsAnother] : checked;
      if (files + refused > 0) {
        const there = syncedAt === null ? texts.textThere : texts.textThereSince(when(syncedAt));
        return sentences(there, ...found);
      }
      const there =
        syncedAt === null ? texts.everythingThere : texts.everythingThereSince(when(syncedAt));
      return sentences(there, ...found);
    }
    case 'sending':
      return sentences(texts.onTheWay(unconfirmed), ...since);
    case 'connecting':
      return sentences(texts.connecting, pending, ...since);
    case 'offline':
      return sentences(texts.outOfReach, pending, ...since, texts.goesOn);
    case 'refused':
      return sentences(refusal ? tLazy().error(refusal) : texts.notAccepted, pending);
  }
}
