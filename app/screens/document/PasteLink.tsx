/** A field to paste another link in: the way on when one does not open a document. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { documentPath, parseLink } from '../../../shared/access/addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import styles from './document.module.css';

/** `onVisit` takes a link of this server. */
export function PasteLink({
  onVisit,
}: {
  onVisit: (docId: string, secret: string) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  const open = (event: FormEvent) => {
    event.preventDefault();
    const link = parseLink(text);
    if (!link) {
      setProblem(
        'This is not a whole link. It looks like the address of this page, with a # and a key behind it.',
      );
    } else if (link.origin !== null && link.origin !== location.origin) {
      setProblem(`This link belongs to ${link.origin}. Open it there.`);
    } else {
      onVisit(link.docId, link.secret);
    }
  };

  return (
    <form className={styles.paste} onSubmit={open}>
      <TextField
        label="Another link"
        className={styles.pasteField}
        placeholder={`${location.host}${documentPath('…')}#…`}
        value={text}
        problem={problem}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
      />
      <Button type="submit">Open</Button>
    </form>
  );
}
