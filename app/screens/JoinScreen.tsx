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
import { tLate } from '../words/late.ts';
import { t } from '../words/words.ts';
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
    <Page title={tLate().join.linkThis}>
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
    announce(tLate().join.linked);
  };
  return (
    <EmptyState heading="h1" title={tLate().join.ask}>
      <p>{tLate().join.hint(entries.length)}</p>
      <form className={styles.form} onSubmit={join}>
        <TextField
          label={tLate().join.nameOfThis}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles.buttons}>
          <Link href={LIBRARY_PATH} className={buttonClass('plain')}>
            {tLate().common.notNow}
          </Link>
          <Button type="submit" variant="filled">
            {tLate().join.linkThis}
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
    else setProblem(tLate().join.notWhole(`${location.host}${JOIN_PATH}#…`));
  };
  return (
    <EmptyState
      heading="h1"
      title={isBroken ? tLate().join.cutShort : tLate().join.linkThis}
      actions={
        <Link href={LIBRARY_PATH} className={buttonClass('quiet')}>
          {t().allDocuments}
        </Link>
      }
    >
      <p>{tLate().join.how}</p>
      <form className={styles.form} onSubmit={open}>
        <TextField
          label={tLate().join.linkFromOther}
          value={text}
          problem={problem}
          onChange={(event) => {
            setText(event.target.value);
            setProblem(null);
          }}
        />
        <div className={styles.buttons}>
          <Button type="submit">{tLate().join.goOn}</Button>
        </div>
      </form>
    </EmptyState>
  );
}

function Linked({ isSame }: { isSame: boolean }): ReactNode {
  return (
    <EmptyState
      heading="h1"
      title={isSame ? tLate().join.linked : tLate().join.linkedAlready}
      actions={
        <>
          <Link href={SETTINGS_PATH} className={buttonClass('quiet')}>
            {tLate().devices.mine}
          </Link>
          <Link href={LIBRARY_PATH} className={buttonClass('filled')}>
            {t().allDocuments}
          </Link>
        </>
      }
    >
      <p>{isSame ? tLate().join.linkedHint : tLate().join.linkedAlreadyHint}</p>
    </EmptyState>
  );
}
