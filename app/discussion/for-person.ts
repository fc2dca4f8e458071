/**
 * What of a discussion is for one person: messages that name them or hand something to them, and
 * answers in threads they began.
 *
 * Invariant: nothing of it was read on any of their devices, and nothing is from themselves.
 */
import type { Message, Thread } from '../../shared/discussion/discussion.ts';
import { mentionsIn } from '../../shared/discussion/message-text.ts';
import { type ReadMarks, unreadIn } from '../../shared/library/read-marks.ts';

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
