/** The address of a link, to be read, copied, shown to a camera or given to another app. */
import { type ReactNode, useState } from 'react';
import { announce } from '../ui/Announcer.tsx';
import { Button } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { TextField } from '../ui/Field.tsx';
import { CopyIcon, QrCodeIcon, SendIcon } from '../ui/icons.ts';
import { QrCode } from '../ui/qr-code.tsx';
import styles from './ShareDialog.module.css';

export function LinkAddress({ address }: { address: string }): ReactNode {
  const [showsCode, setShowsCode] = useState(false);
  const copy = async () => {
    const copied = await copyText(address);
    announce(copied ? 'Link copied' : 'Not copied: select the link and copy it yourself');
  };
  return (
    <>
      <div className={styles.row}>
        <TextField
          label="Link"
          labelHidden
          readOnly
          className={styles.grow}
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <Button onClick={() => void copy()}>
          <CopyIcon aria-hidden="true" />
          Copy link
        </Button>
      </div>
      <div className={styles.buttons}>
        <Button
          variant="plain"
          aria-expanded={showsCode}
          onClick={() => setShowsCode((shown) => !shown)}
        >
          <QrCodeIcon aria-hidden="true" />
          QR code
        </Button>
        {canSend(address) ? (
          <Button variant="plain" onClick={() => void send(address)}>
            <SendIcon aria-hidden="true" />
            Send…
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
      <QrCode text={address} label="QR code of the link" />
      <p className={styles.quiet}>
        Point the camera of another device at it to open the link there.
      </p>
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
    announce('It could not be sent: copy the link instead');
  }
}
