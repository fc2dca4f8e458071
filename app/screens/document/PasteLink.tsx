/** A field to paste another link in: the way on when one does not open a document. */

import { type FormEvent, type ReactNode, useState } from 'react';
import { documentPath } from '../../../shared/access/addresses.ts';
import { formatDraftAddress } from '../../../shared/access/draft-link.ts';
import type { DocId, Secret } from '../../../shared/access/ids.ts';
import { parseLink } from '../../../shared/access/link-addresses.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import styles from './document.module.css';

/** Takes a link of this server: what opens it, and the address of what it is to. */
export type OnVisit = (docId: DocId, secret: Secret, address: string) => void;

export function PasteLink({ onVisit }: { onVisit: OnVisit }): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const open = (event: FormEvent) => {
    event.preventDefault();
    const trimmed = text.trim();
    // As the placeholder has it, and some browsers copy it.
    const hasNoScheme = trimmed.startsWith(`${location.host}/`);
    const link = parseLink(hasNoScheme ? `${location.protocol}//${trimmed}` : trimmed);
    if (!link) {
      setProblem(tLazy().links.notWhole);
    } else if (link.origin !== null && link.origin !== location.origin) {
      setProblem(tLazy().links.elsewhere(link.origin));
    } else {
      const { docId, secret, draft } = link;
      onVisit(docId, secret, draft ? formatDraftAddress('', docId, draft) : documentPath(docId));
    }
  };

  return (
    <form className={styles.paste} onSubmit={open}>
      <TextField
        label={tLazy().links.anotherLink}
        className={styles.pasteField}
        dir="ltr"
        placeholder={`${location.host}${documentPath('…' as DocId)}#…`}
        value={text}
        problem={problem}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit">{tLazy().common.open}</Button>
    </form>
  );
}
