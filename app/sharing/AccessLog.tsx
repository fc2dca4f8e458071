/**
 * What was done to who may get at a document, and by whom, for its owner: asked of the server when
 * somebody wants to see it.
 *
 * Invariant: a name stands only where somebody proved to be that person.
 */
import { type ReactNode, useCallback, useMemo, useReducer, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId, Secret } from '../../shared/access/ids.ts';
import { readPeople } from '../../shared/document/read-people.ts';
import { Unreachable } from '../../shared/protocol/answers.ts';
import { CatalogueError } from '../../shared/protocol/errors.ts';
import { AccessAction, type AccessEvent, type Link } from '../../shared/protocol/http.ts';
import { tLazy } from '../i18n/lazy.ts';
import { ownPerson } from '../replica/open-replica.ts';
import { Button } from '../ui/Button.tsx';
import { formatWhen } from '../ui/time.ts';
import styles from './ShareDialog.module.css';
import type { ServerApi } from './server-api.ts';

/** Shown at once; the server keeps a thousand. */
const AT_A_TIME = 50;

interface AccessLogProps {
  docId: DocId;
  secret: Secret;
  doc: Y.Doc;
  api: ServerApi;
}

interface Known {
  events: readonly AccessEvent[];
  links: ReadonlyMap<string, Link>;
}

export function AccessLog({ docId, secret, doc, api }: AccessLogProps): ReactNode {
  const [known, setKnown] = useState<Known | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [shown, showMore] = useReducer((count: number) => count + AT_A_TIME, AT_A_TIME);
  const people = useMemo(() => (known ? readPeople(doc) : null), [known, doc]);
  const ask = useCallback(async () => {
    try {
      const [events, links] = await Promise.all([
        api.listEvents(docId, secret),
        api.listLinks(docId, secret),
      ]);
      setKnown({ events, links: new Map(links.map((link) => [link.id, link])) });
      setProblem(null);
    } catch (error) {
      if (error instanceof Unreachable) setProblem(tLazy().sharing.logUnreachable);
      else if (error instanceof CatalogueError) setProblem(tLazy().error(error.code));
      else throw error;
    }
  }, [api, docId, secret]);
  const own = ownPerson()?.id;

  const doer = ({ person, byLinkId }: AccessEvent): string => {
    if (person && person === own) return tLazy().sharing.you;
    const name = person && people?.get(person)?.name;
    if (name) return name;
    const link = byLinkId && known?.links.get(byLinkId);
    return link ? nameOf(link) : tLazy().sharing.someOwner;
  };

  const now = Date.now();
  const events = known?.events ?? [];
  return (
    <details
      className={styles.more}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) void ask();
      }}
    >
      <summary>{tLazy().sharing.log}</summary>
      <div aria-live="polite">{problem ? <p className={styles.quiet}>{problem}</p> : null}</div>
      <ul aria-label={tLazy().sharing.log}>
        {events.slice(0, shown).map((event) => {
          const { at, action, linkId, role, person } = event;
          const done = AccessAction.safeParse(action).data;
          // A newer server may know more.
          if (!done) return null;
          const link = linkId ? known?.links.get(linkId) : null;
          const what = [link?.label, role && tLazy().roles[role]].filter(Boolean);
          const by = done === 'link-expired' ? [] : [doer(event)];
          return (
            <li key={`${at} ${action} ${linkId} ${person}`} className={styles.visitor}>
              <span>{[tLazy().sharing.did[done], ...what].join(' · ')}</span>
              <span className={styles.quiet}>
                {[...by, ''].join(' · ')}
                <time dateTime={new Date(at).toISOString()}>{formatWhen(at, now)}</time>
              </span>
            </li>
          );
        })}
      </ul>
      {events.length > shown ? (
        <Button onClick={showMore}>{tLazy().sharing.logOlder}</Button>
      ) : null}
    </details>
  );
}

function nameOf({ label, role }: Link): string {
  return label ?? tLazy().sharing.somebody(tLazy().roles[role]);
}
