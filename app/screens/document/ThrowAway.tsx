/**
 * Throws away what the server does not take any more. Invariant: text that nobody else has goes only
 * after a question that says so.
 */
import { type ReactNode, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { wordsOf } from '../../library/documents.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';

export function ThrowAway({
  onConfirm,
  onlyUnsent,
}: {
  /** Rejects where this device does not let go of it. */
  onConfirm: () => Promise<void>;
  /** What others have comes back; otherwise the whole document goes into the trash. */
  onlyUnsent: boolean;
}): ReactNode {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      setProblem(wordsOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {tLazy().throwAway.throwAwayDots}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={onlyUnsent ? tLazy().throwAway.unsentTitle : tLazy().throwAway.copyTitle}
        small
      >
        <p>{onlyUnsent ? tLazy().throwAway.unsentHint : tLazy().throwAway.copyHint}</p>
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <DialogActions>
          <Button variant="plain" onClick={() => setAsking(false)}>
            {tLazy().library.keepIt}
          </Button>
          <Button danger busy={busy} onClick={() => void confirm()}>
            {tLazy().throwAway.throwAway}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
