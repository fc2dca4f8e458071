/** My devices: those that share this library, linking another one, and ending it. */
import { type ReactNode, useId, useState } from 'react';
import { formatJoin, JOIN_PATH } from '../../shared/access/join-address.ts';
import {
  type Device,
  MAX_DEVICE_NAME_LENGTH,
  readDevices,
  renameDevice,
  unlinkDevice,
} from '../../shared/library/devices.ts';
import { useStatus } from '../replica/use-replica.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { DeviceIcon, MoreIcon, RenameIcon, UnlinkIcon } from '../ui/icons.ts';
import { Late, Needed } from '../ui/late.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import { formatWhen } from '../ui/time.ts';
import styles from './Devices.module.css';
import rows from './DocumentList.module.css';
import { FolderDialog } from './FolderDialog.tsx';
import { type Library, useLibrary } from './library-store.ts';
import { linkThisDevice, unlinkThisDevice } from './linking.ts';
import { nameOfDevice } from './this-device.ts';

const qrCode = new Late(async () => (await import('../ui/qr-code.tsx')).QrCode);

export function DevicesSettings(): ReactNode {
  const library = useLibrary();
  const id = useId();
  const { store, link } = library;
  const status = useStatus(store.replica);
  const [linking, setLinking] = useState(false);
  const begin = () => {
    if (!link) linkThisDevice(store, nameOfDevice(navigator.userAgent));
    setLinking(true);
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        My devices
      </h2>
      {link ? (
        <>
          <DeviceList library={library} />
          <p className={styles.hint}>{wordsOf(status.server)}</p>
        </>
      ) : (
        <p className={styles.hint}>
          Have the same documents, folders and pins on your phone and your other computers. The
          server keeps the list for you, with the keys to your documents locked.
        </p>
      )}
      <div className={styles.buttons}>
        <Button onClick={begin} disabled={!library.ready}>
          <DeviceIcon aria-hidden="true" />
          {link ? 'Link another device…' : 'Link a device…'}
        </Button>
        {link ? null : (
          <Link href={JOIN_PATH} className={buttonClass('plain')}>
            I have a link from another device
          </Link>
        )}
      </div>
      <Dialog open={linking} onClose={() => setLinking(false)} title="Link a device">
        {link ? <HowToLink address={formatJoin(location.origin, link.secret)} /> : null}
      </Dialog>
    </section>
  );
}

function HowToLink({ address }: { address: string }): ReactNode {
  const copy = async () => {
    announce((await copyText(address)) ? 'Link copied' : 'Copy the link by hand');
  };
  return (
    <>
      <p>Point the camera of the other device here, or open this link on it.</p>
      <Needed part={qrCode}>
        {(QrCode) => <QrCode text={address} label="QR code of the link" />}
      </Needed>
      <TextField
        label="Link for your other device"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <p className={styles.hint}>
        It is for you alone: whoever opens it has all your documents, now and later.
      </p>
      <DialogActions>
        <Button variant="filled" onClick={() => void copy()}>
          Copy link
        </Button>
      </DialogActions>
    </>
  );
}

function DeviceList({ library }: { library: Library }): ReactNode {
  const { doc, store, link } = library;
  const [renaming, setRenaming] = useState<Device | null>(null);
  const [unlinking, setUnlinking] = useState<Device | null>(null);
  // Read anew with the entries, which are others after each change of the library.
  const devices = readDevices(doc);
  const unlink = (device: Device) => {
    if (device.id === link?.device) unlinkThisDevice(store);
    else unlinkDevice(doc, device.id, Date.now());
    setUnlinking(null);
    announce(`“${device.name}” is unlinked`);
  };
  return (
    <>
      <ul aria-label="Devices" className={rows.list}>
        {devices.map((device) => (
          <li key={device.id} className={rows.row}>
            <DeviceIcon aria-hidden="true" className={rows.mark} />
            <div className={rows.words}>
              <p className={rows.title}>{device.name}</p>
              <p className={rows.facts}>
                {device.id === link?.device
                  ? 'This device'
                  : `Last used ${formatWhen(device.seenAt, Date.now())}`}
              </p>
            </div>
            <div className={rows.actions}>
              <Menu
                label={`Actions for ${device.name}`}
                icon={<MoreIcon aria-hidden="true" />}
                items={[
                  {
                    label: 'Rename',
                    icon: <RenameIcon aria-hidden="true" />,
                    onSelect: () => setRenaming(device),
                  },
                  {
                    label: 'Unlink…',
                    icon: <UnlinkIcon aria-hidden="true" />,
                    onSelect: () => setUnlinking(device),
                  },
                ]}
              />
            </div>
          </li>
        ))}
      </ul>
      <FolderDialog
        open={renaming !== null}
        title="Rename device"
        action="Rename"
        name={renaming?.name ?? ''}
        onName={(name) =>
          renaming && renameDevice(doc, renaming.id, name.slice(0, MAX_DEVICE_NAME_LENGTH))
        }
        onClose={() => setRenaming(null)}
      />
      <Dialog
        open={unlinking !== null}
        onClose={() => setUnlinking(null)}
        title={`Unlink “${unlinking?.name ?? ''}”?`}
        small
      >
        <p>
          {unlinking?.id === link?.device
            ? 'Your documents stay on this device. What you change in the list on one device does not come to the other any more.'
            : 'It keeps the documents it has, and leaves this library the next time it is online. Whoever has it can go on reading and writing them: revoke links, or copy what must stay yours.'}
        </p>
        <DialogActions>
          <Button variant="plain" onClick={() => setUnlinking(null)}>
            Cancel
          </Button>
          <Button danger onClick={() => unlinking && unlink(unlinking)}>
            Unlink
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function wordsOf(server: ReturnType<typeof useStatus>['server']): string {
  switch (server) {
    case 'synced':
      return 'Your other devices have everything that is here.';
    case 'refused':
      return 'The server does not take this library. Everything stays on this device.';
    case 'offline':
      return 'Offline: what you change here comes to your other devices later.';
    default:
      return 'Bringing your devices together…';
  }
}
