/** Picks Markdown files of this device and hands them over. */
import { type ReactNode, useRef, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { Button } from '../ui/Button.tsx';
import { ImportIcon } from '../ui/icons.ts';

const TEXTS = '.md,.markdown,.mdown,.txt,text/markdown,text/plain';
/** Texts with what they show, and archives of this app. */
const SEVERAL = `${TEXTS},image/*,.pdf,.zip,application/zip`;

export function ImportButton({
  onFiles,
  several = false,
}: {
  /** Resolves when they have been read. */
  onFiles: (files: readonly File[]) => Promise<void>;
  several?: boolean;
}): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);

  const take = async (files: readonly File[]) => {
    setReading(true);
    try {
      await onFiles(files);
    } finally {
      setReading(false);
    }
  };

  return (
    <>
      <Button onClick={() => input.current?.click()} busy={reading}>
        <ImportIcon aria-hidden="true" />
        {tLazy().transfer.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={several}
        accept={several ? SEVERAL : TEXTS}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file may be chosen again after it was put right.
          event.target.value = '';
          if (files.length > 0) void take(files);
        }}
      />
    </>
  );
}
