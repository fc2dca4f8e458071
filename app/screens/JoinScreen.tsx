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
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
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
    <Page title={tLazy().join.linkThis}>
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
    linkThisDevice(store, name.trim() || nameOfDevice(navigator.userAgent), { secret });
    navigate(LIBRARY_PATH, { replace: true });
    announce(tLazy().join.linked);
  };
  return (
    <EmptyState heading="h1" title={tLazy().join.ask}>
      <p>{tLazy().join.hint(entries.length)}</p>
      <form className={styles.form} onSubmit={join}>
        <TextField
          label={tLazy().join.nameOfThis}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles.buttons}>
          <Link href={LIBRARY_PATH} className={buttonClass('plain')}>
            {tLazy().common.notNow}
          </Link>
          <Button type="submit" variant="filled">
            {tLazy().join.linkThis}
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
    else setProblem(tLazy().join.notWhole(`${location.host}${JOIN_PATH}#…`));
  };
  return (
    <EmptyState
      heading="h1"
      title={isBroken ? tLazy().join.cutShort : tLazy().join.linkThis}
      actions={
        <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
          {t().allDocuments}
        </Link>
      }
    >
      <p>{tLazy().join.how}</p>
      <form className={styles.form} onSubmit={open}>
        <TextField
          label={tLazy().join.linkFromOther}
          dir="ltr"
          value={text}
          problem={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit">{tLazy().join.goOn}</Button>
        </div>
      </form>
    </EmptyState>
  );
}

function Linked({ isSame }: { isSame: boolean }): ReactNode {
  return (
    <EmptyState
      heading="h1"
      title={isSame ? tLazy().join.linked : tLazy().join.linkedAlready}
      actions={
        <>
          <Link href={SETTINGS_PATH} className={buttonClass('quiet')}>
            {tLazy().devices.mine}
          </Link>
          <Link href={LIBRARY_PATH} className={buttonClass('filled')}>
            {t().allDocuments}
          </Link>
        </>
      }
    >
      <p>{isSame ? tLazy().join.linkedHint : tLazy().join.linkedAlreadyHint}</p>
    </EmptyState>
  );
}
