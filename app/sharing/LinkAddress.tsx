/** The address of a link, to be read, copied, shown to a camera or given to another app. */

import { type ReactNode, useState } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { TextField } from '../ui/Field.tsx';
import { CopyIcon, QrCodeIcon, SendIcon } from '../ui/icons.ts';
import { QrCode } from '../ui/qr-code.tsx';
import styles from './ShareDialog.module.css';

export function LinkAddress({
  address,
  isCopied = false,
}: {
  address: string;
  /** What copies it stands elsewhere. */
  isCopied?: boolean;
}): ReactNode {
  const [showsCode, setShowsCode] = useState(false);
  const copy = async () => {
    const copied = await copyText(address);
    announce(copied ? tLazy().sharing.linkCopied : tLazy().sharing.notCopied);
  };
  return (
    <>
      <div className={styles.row}>
        <TextField
          label={tLazy().sharing.link}
          labelHidden
          dir="ltr"
          readOnly
          className={styles.grow}
          value={address}
          onFocus={(event) => event.target.select()}
        />
        {isCopied ? null : (
          <Button onClick={() => void copy()}>
            <CopyIcon aria-hidden="true" />
            {tLazy().sharing.copyLink}
          </Button>
        )}
      </div>
      <div className={styles.buttons}>
        <Button
          variant="plain"
          aria-expanded={showsCode}
          onClick={() => setShowsCode((shown) => !shown)}
        >
          <QrCodeIcon aria-hidden="true" />
          {tLazy().sharing.qrCode}
        </Button>
        {canSend(address) ? (
          <Button variant="plain" onClick={() => void send(address)}>
            <SendIcon aria-hidden="true" />
            {tLazy().sharing.send}
          </Button>
        ) : null}
      </div>
      {showsCode ? <LinkCode address={address} /> : null}
    </>
  );
}

/** A code that opens the link on the device whose camera sees it. */
export function LinkCode({ address }: { address: string }): ReactNode {
  return (
    <div className={styles.code}>
      <QrCode text={address} label={tLazy().sharing.qrCodeOfLink} />
      <p className={styles.quiet}>{tLazy().sharing.pointCamera}</p>
    </div>
  );
}

/** Whether this system has a sheet of its own to share with, as phones have. */
function canSend(address: string): boolean {
  return typeof navigator.share === 'function' && navigator.canShare?.({ url: address }) !== false;
}

async function send(address: string): Promise<void> {
  try {
    await navigator.share({ url: address });
  } catch (error) {
    // Whoever closes the sheet has changed their mind.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    announce(tLazy().sharing.notSent);
  }
}
