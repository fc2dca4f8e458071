/**
 * Links this device to the library of another one, once the person says so.
 *
 * Invariant: nothing is joined by opening an address: whoever sent it would get all documents of
 * this device.
 */
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Secret } from '../../shared/access/ids.ts';
import { JOIN_PATH, parseJoin } from '../../shared/access/join-address.ts';
import { nullable, object } from '../../shared/shape.ts';
import { type Library, useLibrary } from '../library/library-store.ts';
import { linkThisDevice } from '../library/linking.ts';
import { nameOfDevice } from '../library/this-device.ts';
import { announce } from '../ui/Announcer.tsx';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { TextField } from '../ui/Field.tsx';
import { Link, navigate } from '../ui/navigation.tsx';
import styles from './JoinScreen.module.css';
import { Page } from './Page.tsx';
import { LIBRARY_PATH, SETTINGS_PATH } from './routes.ts';

const KeptJoin = object({ join: nullable(Secret) });

/**
 * The secret of the library that this page's address asked to join; null where what stood there was
 * none, and undefined where nothing did. It was taken out of the address before
 * anything else ran: see `visit.ts`.
 */
function joinAsked(): Secret | null | undefined {
  const kept = KeptJoin.safeParse(history.state);
  return kept.success ? kept.data.join : undefined;
}

export function JoinScreen(): ReactNode {
  const library = useLibrary();
  const [asked, setAsked] = useState(joinAsked);
  useEffect(() => {
    // By then the secret is out of the address bar.
    const look = () => setAsked(joinAsked());
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return (
    <Page title="Link this device">
      {library.ready ? (
        library.link ? (
          <Linked isSame={library.link.secret === asked} />
        ) : asked ? (
          <Confirm secret={asked} library={library} />
        ) : (
          <Paste isBroken={asked === null} onSecret={setAsked} />
        )
      ) : null}
    </Page>
  );
}

function Confirm({ secret, library }: { secret: Secret; library: Library }): ReactNode {
  const { store, entries } = library;
  const [name, setName] = useState(() => nameOfDevice(navigator.userAgent));
  const join = (event: FormEvent) => {
    event.preventDefault();
    linkThisDevice(store, name.trim() || nameOfDevice(navigator.userAgent), secret);
    navigate(LIBRARY_PATH, { replace: true });
    announce('This device is linked');
  };
  const here = entries.length === 1 ? 'the document' : `the ${entries.length} documents`;
  return (
    <EmptyState heading="h1" title="Link this device?">
      <p>
        This device then has the documents, folders and pins of the device that showed you the link
        {entries.length === 0 ? '.' : `, and that one has ${here} you have here.`} Do it only if
        that device is your own.
      </p>
      <form className={styles.form} onSubmit={join}>
        <TextField
          label="Name of this device"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles.buttons}>
          <Link href={LIBRARY_PATH} className={buttonClass('plain')}>
            Not now
          </Link>
          <Button type="submit" variant="filled">
            Link this device
          </Button>
        </div>
      </form>
    </EmptyState>
  );
}

function Paste({
  isBroken,
  onSecret,
}: {
  isBroken: boolean;
  onSecret: (secret: Secret) => void;
}): ReactNode {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const secret = parseJoin(text);
    if (secret) onSecret(secret);
    else setProblem(`This is not a whole link. It looks like ${location.host}${JOIN_PATH}#…`);
  };
  return (
    <EmptyState
      heading="h1"
      title={isBroken ? 'This link has been cut short' : 'Link this device'}
      actions={
        <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
          All documents
        </Link>
      }
    >
      <p>
        On the other device, open Settings, then “Link a device”. Scan what it shows, or copy its
        link and paste it here.
      </p>
      <form className={styles.form} onSubmit={open}>
        <TextField
          label="Link from your other device"
          value={text}
          problem={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit">Go on</Button>
        </div>
      </form>
    </EmptyState>
  );
}

function Linked({ isSame }: { isSame: boolean }): ReactNode {
  return (
    <EmptyState
      heading="h1"
      title={isSame ? 'This device is linked' : 'This device is linked with others already'}
      actions={
        <>
          <Link href={SETTINGS_PATH} className={buttonClass('quiet')}>
            My devices
          </Link>
          <Link href={LIBRARY_PATH} className={buttonClass('filled')}>
            All documents
          </Link>
        </>
      }
    >
      <p>
        {isSame
          ? 'It has the same library as the device that showed you the link.'
          : 'A device has one library. Unlink it in the settings first; its documents stay here.'}
      </p>
    </EmptyState>
  );
}
