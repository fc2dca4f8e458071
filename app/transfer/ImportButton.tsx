/** Picks a Markdown file of this device and hands over what is in it, or says why it cannot. */
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ImportIcon } from '../ui/icons.ts';
import { tLate } from '../words/late.ts';
import { ImportError, type ImportedDocument, importMarkdownFile } from './markdown-file.ts';

export function ImportButton({
  onImport,
  onProblem,
}: {
  onImport: (imported: ImportedDocument) => void;
  /** A sentence for the person; null when a new attempt begins. */
  onProblem: (message: string | null) => void;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);

  const take = async (file: File) => {
    onProblem(null);
    setReading(true);
    try {
      onImport(await importMarkdownFile(file));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      onProblem(error.message);
    } finally {
      setReading(false);
    }
  };

  return (
    <>
      <Button onClick={() => input.current?.click()} busy={reading}>
        <ImportIcon aria-hidden="true" />
        {tLate().transfer.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".md,.markdown,.mdown,.txt,text/markdown,text/plain"
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again after it was put right.
          event.target.value = '';
          if (file) void take(file);
        }}
      />
    </>
  );
}
