/**
 * What a picture shows, in words for those who do not see it.
 *
 * Invariant: it is about the picture that is selected, wherever others move that meanwhile; Escape
 * leaves it as it was.
 */

import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { tLate } from '../../words/late.ts';
import { pictureAt } from '../figures/figure-commands.ts';
import { useFloating } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

export function AltText({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'alt-text');
  return open ? <AltTextForm menus={menus} /> : null;
}

function AltTextForm({ menus }: { menus: Menus }): ReactNode {
  const [words, setWords] = useState(() => String(pictureAt(menus.state)?.node.attrs.alt ?? ''));
  const form = useRef<HTMLFormElement>(null);
  useFloating(
    form,
    () => {
      const picture = pictureAt(menus.state);
      const dom = picture && menus.view.nodeDOM(picture.at);
      return dom instanceof HTMLElement ? dom.getBoundingClientRect() : null;
    },
    'below',
  );
  useLayoutEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const { view } = menus;
    const picture = pictureAt(view.state);
    if (picture) view.dispatch(view.state.tr.setNodeAttribute(picture.at, 'alt', words.trim()));
    menus.close();
  };

  return (
    <form
      ref={form}
      aria-label={tLate().commands['describe-picture']}
      className={styles.linkForm}
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        menus.close();
      }}
    >
      <TextField
        label={tLate().menus.pictureShows}
        labelHidden
        placeholder={tLate().menus.pictureShows}
        value={words}
        className={styles.linkField}
        onChange={(event) => setWords(event.target.value)}
      />
      <Button type="submit">{tLate().common.save}</Button>
    </form>
  );
}
