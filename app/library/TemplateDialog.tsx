/** The dialog "New from template": those of one's own first, then those that come with the app. */

import { type ReactNode, useState } from 'react';
import type * as Y from 'yjs';
import type { BlockContent } from '../../shared/document/schema.ts';
import type { LibraryEntry } from '../../shared/library/library.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { TemplateIcon } from '../ui/icons.ts';
import { Lazy, Needed } from '../ui/lazy.tsx';
import styles from './DocumentList.module.css';
import { readCopy } from './documents.ts';

/** What a new document begins with. */
export type Beginning =
  | { kind: 'written'; title: string; blocks: BlockContent[] }
  | {
      kind: 'copied';
      title: string;
      update: Uint8Array;
      /** With which its pictures and files lie. */
      from: Pick<LibraryEntry, 'docId' | 'secret'>;
    };

const templates = new Lazy(() => import('./templates/templates.ts'));

interface TemplateProps {
  /** Documents that were saved as templates. */
  own: readonly LibraryEntry[];
  library: Y.Doc;
  onBegin: (beginning: Beginning) => void;
  onClose: () => void;
}

export function TemplateDialog({ open, ...rest }: TemplateProps & { open: boolean }): ReactNode {
  return (
    <Dialog open={open} onClose={rest.onClose} title={tLazy().templates.newFrom}>
      {open ? <Templates {...rest} /> : null}
    </Dialog>
  );
}

function Templates({ own, onBegin, onClose }: TemplateProps): ReactNode {
  const [problem, setProblem] = useState<string | null>(null);
  const begin = (beginning: Beginning) => {
    onClose();
    onBegin(beginning);
  };
  const beginFrom = async (entry: LibraryEntry) => {
    const update = await readCopy(entry);
    const { title, docId, secret } = entry;
    if (update) begin({ kind: 'copied', title, update, from: { docId, secret } });
    else setProblem(tLazy().templates.notHereYet);
  };
  return (
    <>
      {problem ? <p role="alert">{problem}</p> : null}
      <ul aria-label={tLazy().templates.templates} className={styles.list}>
        {own.map((entry) => (
          <Choice
            key={entry.docId}
            name={entry.title.trim() || t().untitled}
            about={tLazy().templates.oneOfYours}
            onChoose={() => void beginFrom(entry)}
          />
        ))}
        <Needed part={templates}>
          {({ TEMPLATES, fillTemplate }) =>
            TEMPLATES.map((template) => (
              <Choice
                key={template.kind}
                name={tLazy().templates.named[template.kind]}
                about={tLazy().templates.about[template.kind]}
                onChoose={() => begin({ kind: 'written', ...fillTemplate(template, new Date()) })}
              />
            ))
          }
        </Needed>
      </ul>
    </>
  );
}

function Choice({
  name,
  about,
  onChoose,
}: {
  name: string;
  about: string;
  onChoose: () => void;
}): ReactNode {
  return (
    <li className={styles.row}>
      <TemplateIcon aria-hidden="true" className={styles.mark} />
      <div className={styles.words}>
        <button type="button" className={styles.title} onClick={onChoose}>
          {name}
        </button>
        <p className={styles.facts}>{about}</p>
      </div>
    </li>
  );
}
