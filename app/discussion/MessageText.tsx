/**
 * What a message says, as one reads it.
 *
 * Invariant: only what the model let through is drawn; nothing of it is markup.
 */
import { type ReactNode, useCallback, useSyncExternalStore } from 'react';
import { type AttachmentId, attachmentOf } from '../../shared/document/attachments.ts';
import {
  fieldOf,
  type Inline,
  type InlineObject,
  type Marks,
} from '../../shared/document/schema.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import type { AttachmentSource } from '../editor/figures/attachment-source.ts';
import { tLazy } from '../i18n/lazy.ts';
import styles from './discussion.module.css';

export function MessageText({
  text,
  people,
  pictures,
}: {
  text: readonly Inline[];
  people: ReadonlyMap<string, Person>;
  pictures: AttachmentSource;
}): ReactNode {
  return (
    <p className={styles.text} dir="auto">
      {text.map((run, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: runs have no other name, and nothing of their own
        <span key={index}>
          {formatted(
            'text' in run ? (
              run.text
            ) : (
              <InLine embed={run.embed} people={people} pictures={pictures} />
            ),
            run.marks,
          )}
        </span>
      ))}
    </p>
  );
}

function formatted(content: ReactNode, marks: Marks | undefined): ReactNode {
  let drawn = content;
  if (marks?.code) drawn = <code>{drawn}</code>;
  if (marks?.highlight) drawn = <mark>{drawn}</mark>;
  if (marks?.bold) drawn = <strong>{drawn}</strong>;
  if (marks?.italic) drawn = <em>{drawn}</em>;
  if (marks?.underline) drawn = <u>{drawn}</u>;
  if (marks?.strike) drawn = <s>{drawn}</s>;
  if (marks?.link)
    drawn = (
      <a href={marks.link} target="_blank" rel="noopener noreferrer">
        {drawn}
      </a>
    );
  return drawn;
}

function InLine({
  embed,
  people,
  pictures,
}: {
  embed: InlineObject;
  people: ReadonlyMap<string, Person>;
  pictures: AttachmentSource;
}): ReactNode {
  switch (embed.object) {
    case 'mention': {
      const known = people.get(fieldOf(embed, 'person'));
      const name = known?.name ?? (fieldOf(embed, 'name') || tLazy().objects.someone);
      return (
        <strong className={styles.mention} data-color={known?.color}>
          @{name}
        </strong>
      );
    }
    case 'date':
      return <time dateTime={fieldOf(embed, 'date')}>{fieldOf(embed, 'date')}</time>;
    case 'document':
      return fieldOf(embed, 'title');
    case 'formula':
      return <code>{fieldOf(embed, 'source')}</code>;
    case 'image': {
      const id = attachmentOf(fieldOf(embed, 'src'));
      const alt = fieldOf(embed, 'alt');
      return id === null ? alt : <Picture id={id} alt={alt} pictures={pictures} />;
    }
    default:
      return fieldOf(embed, 'alt');
  }
}

/** What is not here shows its name, and why. */
function Picture({
  id,
  alt,
  pictures,
}: {
  id: AttachmentId;
  alt: string;
  pictures: AttachmentSource;
}): ReactNode {
  const watch = useCallback(
    (listener: () => void) => pictures.watch(id, true, listener),
    [pictures, id],
  );
  const { url, words } = useSyncExternalStore(watch, () => pictures.get(id));
  if (url !== null) return <img className={styles.picture} src={url} alt={alt} />;
  return <span className={styles.quiet}>{words ? `${alt}: ${words}` : alt}</span>;
}
