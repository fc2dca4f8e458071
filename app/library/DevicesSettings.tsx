/** My devices: those that share this library, linking another one, and ending it. */
import { type ReactNode, useId, useState } from 'react';
import { formatJoin, JOIN_PATH } from '../../shared/access/join-address.ts';
import {
  type Device,
  readDevices,
  renameDevice,
  unlinkDevice,
} from '../../shared/library/devices.ts';
import type { OwnPerson } from '../../shared/library/person.ts';
import { tLazy } from '../i18n/lazy.ts';
import { useStatus } from '../replica/use-replica.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { copyText } from '../ui/clipboard.ts';
import { Dialog, DialogActions } from '../ui/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { DeviceIcon, MoreIcon, RenameIcon, UnlinkIcon } from '../ui/icons.ts';
import { Lazy, Needed } from '../ui/lazy.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Link } from '../ui/navigation.tsx';
import { formatWhen } from '../ui/time.ts';
import styles from './Devices.module.css';
import rows from './DocumentList.module.css';
import { FolderDialog } from './FolderDialog.tsx';
import { type Library, useLibrary } from './library-store.ts';
import { linkThisDevice, unlinkThisDevice } from './linking.ts';
import { nameOfDevice } from './this-device.ts';

const qrCode = new Lazy(async () => (await import('../ui/qr-code.tsx')).QrCode);

export function DevicesSettings({
  person,
}: {
  /** Whoever is at this device, and then at all that are linked. */
  person: () => OwnPerson;
}): ReactNode {
  const library = useLibrary();
  const id = useId();
  const { store, link } = library;
  const status = useStatus(store.replica);
  const [linking, setLinking] = useState(false);
  const begin = () => {
    if (!link) linkThisDevice(store, nameOfDevice(navigator.userAgent), { person: person() });
    setLinking(true);
  };
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {tLazy().devices.mine}
      </h2>
      {link ? (
        <>
          <DeviceList library={library} />
          <p className={styles.hint}>{wordsOf(status.server)}</p>
        </>
      ) : (
        <p className={styles.hint}>{tLazy().devices.why}</p>
      )}
      <div className={styles.buttons}>
        <Button onClick={begin} disabled={!library.ready}>
          <DeviceIcon aria-hidden="true" />
          {link ? tLazy().devices.linkAnotherDots : tLazy().devices.linkDots}
        </Button>
        {link ? null : (
          <Link href={JOIN_PATH} className={buttonClass('plain')}>
            {tLazy().devices.haveLink}
          </Link>
        )}
      </div>
      <Dialog open={linking} onClose={() => setLinking(false)} title={tLazy().devices.link}>
        {link ? <HowToLink address={formatJoin(location.origin, link.secret)} /> : null}
      </Dialog>
    </section>
  );
}

function HowToLink({ address }: { address: string }): ReactNode {
  const copy = async () => {
    announce((await copyText(address)) ? tLazy().sharing.linkCopied : tLazy().devices.copyByHand);
  };
  return (
    <>
      <p>{tLazy().devices.pointCamera}</p>
      <Needed part={qrCode}>
        {(QrCode) => <QrCode text={address} label={tLazy().sharing.qrCodeOfLink} />}
      </Needed>
      <TextField
        label={tLazy().devices.linkForOther}
        dir="ltr"
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <p className={styles.hint}>{tLazy().devices.forYouAlone}</p>
      <DialogActions>
        <Button variant="filled" onClick={() => void copy()}>
          {tLazy().sharing.copyLink}
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
    announce(tLazy().devices.unlinked(device.name));
  };
  return (
    <>
      <ul aria-label={tLazy().devices.devices} className={rows.list}>
        {devices.map((device) => (
          <li key={device.id} className={rows.row}>
            <DeviceIcon aria-hidden="true" className={rows.mark} />
            <div className={rows.words}>
              <p className={rows.title}>{device.name}</p>
              <p className={rows.facts}>
                {device.id === link?.device
                  ? tLazy().devices.thisDevice
                  : tLazy().devices.lastUsed(formatWhen(device.seenAt, Date.now()))}
              </p>
            </div>
            <div className={rows.actions}>
              <Menu
                label={tLazy().library.actionsFor(device.name)}
                icon={<MoreIcon aria-hidden="true" />}
                items={[
                  {
                    label: tLazy().library.rename,
                    icon: <RenameIcon aria-hidden="true" />,
                    onSelect: () => setRenaming(device),
                  },
                  {
                    label: tLazy().devices.unlinkDots,
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
        title={tLazy().devices.rename}
        action={tLazy().library.rename}
        name={renaming?.name ?? ''}
        onName={(name) => renaming && renameDevice(doc, renaming.id, name)}
        onClose={() => setRenaming(null)}
      />
      <Dialog
        open={unlinking !== null}
        onClose={() => setUnlinking(null)}
        title={tLazy().devices.unlinkTitle(unlinking?.name ?? '')}
        small
      >
        <p>
          {unlinking?.id === link?.device
            ? tLazy().devices.unlinkThisHint
            : tLazy().devices.unlinkOtherHint}
        </p>
        <DialogActions>
          <Button variant="plain" onClick={() => setUnlinking(null)}>
            {tLazy().library.cancel}
          </Button>
          <Button danger onClick={() => unlinking && unlink(unlinking)}>
            {tLazy().devices.unlink}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function wordsOf(server: ReturnType<typeof useStatus>['server']): string {
  switch (server) {
    case 'synced':
      return tLazy().devices.synced;
    case 'refused':
      return tLazy().devices.refused;
    case 'offline':
      return tLazy().devices.offline;
    default:
      return tLazy().devices.joining;
  }
}
