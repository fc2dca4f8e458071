/**
 * Throws away what the server does not take any more. Invariant: text that nobody else has goes only
 * after a question that says so.
 */
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { tLate } from '../../words/late.ts';

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
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        {tLate().throwAway.throwAwayDots}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={onlyUnsent ? tLate().throwAway.unsentTitle : tLate().throwAway.copyTitle}
        small
      >
        <p>{onlyUnsent ? tLate().throwAway.unsentHint : tLate().throwAway.copyHint}</p>
        {problem ? <Notice tone="danger">{problem}</Notice> : null}
        <DialogActions>
          <Button variant="plain" onClick={() => setAsking(false)}>
            {tLate().library.keepIt}
          </Button>
          <Button danger busy={busy} onClick={() => void confirm()}>
            {tLate().throwAway.throwAway}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
