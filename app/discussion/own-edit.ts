/**
 * One's own message while one writes it otherwise.
 *
 * Invariant: what stands in its field is kept as what is about to be said is: at every change, through
 * reloads, in all tabs, until it is said or thrown away.
 */
import { useState, useSyncExternalStore } from 'react';
import type { Message } from '../../shared/discussion/discussion.ts';
import type { ThreadId } from '../../shared/discussion/keys.ts';
import { isBlank } from '../../shared/discussion/message-text.ts';
import type { Inline } from '../../shared/document/schema.ts';
import type { Talk } from './talk.ts';

interface OwnEdit {
  /** What the field has; null where there is none. */
  text: readonly Inline[] | null;
  /** How often its field was asked for here: it takes the focus then, and not by itself. */
  asked: number;
  /** Asks for it, with what was kept of it. */
  begin: () => void;
  write: (text: readonly Inline[]) => void;
  /** Throws it away. */
  leave: () => void;
  /** Says it. What could not be said stays in the field, and so does what is typed meanwhile. */
  save: () => void;
}

export function useOwnEdit(
  talk: Talk,
  thread: ThreadId,
  message: Pick<Message, 'id' | 'text'>,
): OwnEdit {
  const { drafts } = talk;
  const of = `edit ${message.id}`;
  const kept = useSyncExternalStore(drafts.subscribe, () => drafts.read(of));
  const [isBegun, setBegun] = useState(false);
  const [asked, setAsked] = useState(0);
  const keep = (text: readonly Inline[]) => {
    // It may be nothing, for now; and it is nothing to keep while it reads as it did.
    setBegun(true);
    const isSame = JSON.stringify(text) === JSON.stringify(message.text);
    drafts.write(of, text, isSame ? [] : text);
  };
  const leave = () => {
    setBegun(false);
    setAsked(0);
    drafts.write(of, []);
  };
  return {
    text: isBegun || kept.length > 0 ? kept : null,
    asked,
    begin: () => {
      setAsked(asked + 1);
      if (kept.length === 0) keep(message.text);
    },
    write: keep,
    leave,
    save: () => {
      if (isBlank(kept)) return;
      void talk.edit(thread, message.id, kept).then((isSaid) => {
        if (isSaid && drafts.read(of) === kept) leave();
      });
    },
  };
}
