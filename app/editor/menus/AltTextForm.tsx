/**
 * What a picture shows, in words for those who do not see it.
 *
 * Invariant: it is about the picture that is selected, wherever others move that meanwhile; Escape
 * leaves it as it was.
 */

import { type ReactNode, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { imageAt } from '../figures/figure-commands.ts';
import { FloatingForm } from './FloatingPanel.tsx';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

export function AltText({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'alt-text');
  return open ? <AltTextForm menus={menus} /> : null;
}

function AltTextForm({ menus }: { menus: Menus }): ReactNode {
  const [words, setWords] = useState(() => String(imageAt(menus.state)?.node.attrs.alt ?? ''));
  const box = () => {
    const picture = imageAt(menus.state);
    const dom = picture && menus.view.nodeDOM(picture.at);
    return dom instanceof HTMLElement ? dom.getBoundingClientRect() : null;
  };
  const put = () => {
    const { view } = menus;
    const picture = imageAt(view.state);
    if (picture && picture.node.attrs.alt !== words.trim())
      view.dispatch(view.state.tr.setNodeAttribute(picture.at, 'alt', words.trim()));
  };
  const save = () => {
    put();
    menus.close();
  };

  return (
    <FloatingForm
      menus={menus}
      label={tLazy().commands['describe-picture']}
      box={box}
      onSave={save}
      onLeave={() => {
        if (menus.panel !== 'alt-text') return;
        put();
        menus.took();
      }}
    >
      <TextField
        label={tLazy().menus.pictureShows}
        labelHidden
        placeholder={tLazy().menus.pictureShows}
        value={words}
        className={styles.linkField}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit">{tLazy().common.save}</Button>
    </FloatingForm>
  );
}
