/**
 * The address of a bookmark: of a new one, or of the one with the caret.
 *
 * Invariant: a bad address changes nothing and is told why; nothing is fetched from a good one.
 */
import { type ReactNode, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { bookmarkAt, putBookmark, readWebAddress } from '../blocks/bookmark/bookmarks.ts';
import { AddressField } from './AddressField.tsx';
import { FloatingForm } from './FloatingPanel.tsx';
import { boxOf } from './floating.ts';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

export function BookmarkForm({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'bookmark');
  return open ? <Form menus={menus} /> : null;
}

function Form({ menus }: { menus: Menus }): ReactNode {
  const [address, setAddress] = useState(() => String(bookmarkAt(menus.state)?.attrs.href ?? ''));
  const [problem, setProblem] = useState<string | null>(null);
  const save = () => {
    const read = readWebAddress(address);
    if ('problem' in read) return setProblem(read.problem);
    const { view } = menus;
    view.dispatch(putBookmark(view.state, read.href).scrollIntoView());
    return menus.close();
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
    </FloatingForm>
  );
}
