/**
 * Where one writes what one has to say about a document, wherever that is: with formatting as it is
 * typed, links, emoji and people.
 *
 * Invariant: what is written is told at every change, so whoever keeps it loses nothing.
 */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Inline } from '../../../shared/document/schema.ts';
import type { Person } from '../../../shared/protocol/presence.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { IconButton } from '../../ui/Button.tsx';
import { PictureIcon } from '../../ui/icons.ts';
import { loadEmoji } from '../emoji/emoji-list.ts';
import type { AttachmentSource } from '../figures/attachment-source.ts';
import { CaretListMenu } from '../menus/CaretListMenu.tsx';
import { type MessageView, messageView } from './message-view.ts';
import './message.css';

export function MessageField({
  label,
  content,
  people,
  pictures,
  focusAsked,
  onChange,
  onSend,
  onLeave,
}: {
  label: string;
  /** What it begins with; and what it shows when that is another one than it said itself. */
  content: readonly Inline[];
  /** Whom one can mention. */
  people: readonly Person[];
  /** Where its pictures are. */
  pictures: AttachmentSource;
  /** Takes the focus whenever this grows; 0 for never. */
  focusAsked: number;
  onChange: (content: readonly Inline[]) => void;
  onSend: () => void;
  onLeave: () => void;
}): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const [field, setField] = useState<MessageView | null>(null);
  const told = useRef(content);
  const now = useRef({ label, people, onChange, onSend, onLeave });
  now.current = { label, people, onChange, onSend, onLeave };
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, with what it begins with
  useEffect(() => {
    const made = messageView(host.current!, {
      content,
      label: () => now.current.label,
      people: () => now.current.people,
      pictures,
      onChange: (said) => {
        told.current = said;
        now.current.onChange(said);
      },
      onSend: () => now.current.onSend(),
      onLeave: () => now.current.onLeave(),
    });
    setField(made);
    // Their names are needed by whoever types a colon, and by nobody else.
    loadEmoji().catch(() => undefined);
    return () => made.destroy();
  }, []);
  useEffect(() => {
    if (!field || content === told.current) return;
    told.current = content;
    field.setContent(content);
  }, [field, content]);
  useEffect(() => {
    if (focusAsked > 0) field?.focus();
  }, [field, focusAsked]);
  return (
    <div className="message-field">
      <div ref={host} />
      {field ? <CaretListMenu menus={field} /> : null}
      {field ? (
        <>
          <input
            ref={chooser}
            type="file"
            accept="image/*"
            multiple
            hidden
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              field.insertPictures(files).catch((error: unknown) => {
                console.error('A picture could not be put in.', error);
              });
              field.focus();
            }}
          />
          <span className="message-picture">
            <IconButton
              label={tLazy().discussion.addPicture}
              onClick={() => chooser.current?.click()}
            >
              <PictureIcon aria-hidden="true" />
            </IconButton>
          </span>
        </>
      ) : null}
    </div>
  );
}
