/**
 * What of a discussion is for one person: messages that name them or hand something to them, and
 * answers in threads they began.
 *
 * Invariant: nothing of it was read on any of their devices, and nothing is from themselves.
 */
import type { Message, Thread } from '../../shared/discussion/discussion.ts';
import { mentionsIn } from '../../shared/discussion/message-text.ts';
import { type ReadMarks, unreadIn, WRONG_BY_MS } from '../../shared/library/read-marks.ts';

export function unreadFor(threads: readonly Thread[], marks: ReadMarks, person: string): Message[] {
  return threads
    .filter(({ isResolved }) => !isResolved)
    .flatMap((thread) =>
      unreadIn(thread, marks, person).filter(
        ({ text, task }) =>
          thread.starter === person || task?.for.person === person || mentionsIn(text).has(person),
      ),
    );
}

/**
 * Which of them were said since notices were asked for. By their own clocks, which may be behind:
 * what came to this page since it began may have been said a little sooner, too.
 */
export function saidSince(
  messages: readonly Message[],
  since: number,
  came: ReadonlySet<string>,
): Message[] {
  return messages.filter(({ id, at }) => at > (came.has(id) ? since - WRONG_BY_MS : since));
}

/** Adds to `came` what of these threads was not there before. */
export function noteCome(
  came: Set<string>,
  before: readonly Thread[],
  now: readonly Thread[],
): void {
  const known = new Set(before.flatMap(({ messages }) => messages.map(({ id }) => id)));
  for (const { messages } of now) for (const { id } of messages) if (!known.has(id)) came.add(id);
}
