/** Picks Markdown files of this device and hands them over. */
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { ImportIcon } from '../ui/icons.ts';
import { tLate } from '../words/late.ts';

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
        {tLate().transfer.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={several}
        accept=".md,.markdown,.mdown,.txt,text/markdown,text/plain"
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
