/**
 * The address of a bookmark: of a new one, or of the one with the caret.
 *
 * Invariant: a bad address changes nothing and is told why; a good one is opened by the server alone,
 * and only where the host and the person want that.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { useStoredValue } from '../../ui/stored-value.ts';
import { bookmarkAt, putBookmark, readWebAddress } from '../blocks/bookmark/bookmarks.ts';
import { fillBookmark, opensPages } from '../blocks/bookmark/fill-bookmark.ts';
import { AddressField } from './AddressField.tsx';
import { FloatingForm } from './FloatingPanel.tsx';
import { boxOf } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

export function BookmarkForm({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'bookmark');
  return open ? <Form menus={menus} /> : null;
}

function Form({ menus }: { menus: Menus }): ReactNode {
  const [address, setAddress] = useState(() => String(bookmarkAt(menus.state)?.attrs.href ?? ''));
  const [problem, setProblem] = useState<string | null>(null);
  const opens = useStoredValue(opensPages);
  const isOffered = useOffered(menus);
  const save = () => {
    const read = readWebAddress(address);
    if ('problem' in read) return setProblem(read.problem);
    const { view } = menus;
    view.dispatch(putBookmark(view.state, read.href).scrollIntoView());
    menus.close();
    return void fillBookmark(menus);
  };
  return (
    <FloatingForm
      menus={menus}
      label={tLazy().objects.bookmark}
      box={() => boxOf(menus.view, menus.state.selection.from)}
      onSave={save}
    >
      <AddressField
        address={address}
        problem={problem}
        onChange={(now) => {
          setAddress(now);
          setProblem(null);
        }}
      />
      <Button type="submit">{tLazy().common.save}</Button>
      {isOffered ? (
        <label className={styles.opensPage}>
          <input
            type="checkbox"
            checked={opens}
            onChange={({ target }) => opensPages.set(target.checked)}
          />
          {tLazy().objects.opensPages}
        </label>
      ) : null}
    </FloatingForm>
  );
}

/** Whether the host lets the server open pages; false until that is known. */
function useOffered({ attachments }: Menus): boolean {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    let isHere = true;
    attachments
      .ready()
      .then((pages) => pages.offersPages())
      .then((offers) => isHere && setOffered(offers));
    return () => {
      isHere = false;
    };
  }, [attachments]);
  return offered;
}
