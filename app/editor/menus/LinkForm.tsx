/**
 * The address of a link, written where its text is.
 *
 * Invariant: what the link will be about stays marked in the text while the focus is in the field;
 * a bad address changes nothing and is told why.
 */
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { linkTarget, readAddress, removeLink, setLink } from '../links/links.ts';
import { AddressField } from './AddressField.tsx';
import { FloatingForm } from './FloatingPanel.tsx';
import { boxOf } from './floating.ts';
import type { Menus } from './menus.ts';
import { pointAt } from './pointed.ts';
import { pointed } from './pointing.ts';

export function LinkForm({ menus }: { menus: Menus }): ReactNode {
  const [target] = useState(() => linkTarget(menus.state));
  const [address, setAddress] = useState(target.href);
  const [problem, setProblem] = useState<string | null>(null);
  useLayoutEffect(() => {
    const { text } = menus.typedAhead.drain();
    if (text) setAddress(text);
  }, [menus]);
  useEffect(() => {
    const { view } = menus;
    if (target.from < target.to)
      view.dispatch(pointAt(view.state.tr, { from: target.from, to: target.to, what: 'text' }));
    return () => {
      if (!view.isDestroyed) view.dispatch(pointAt(view.state.tr, null));
    };
  }, [menus, target]);

  // Others may have written meanwhile: the mark in the text knows where it is now.
  const now = () => {
    const marked = pointed(menus.state);
    return marked ? { ...target, from: marked.from, to: marked.to } : linkTarget(menus.state);
  };
  const save = () => {
    const read = readAddress(address);
    if ('problem' in read) return setProblem(read.problem);
    const { view } = menus;
    view.dispatch(setLink(view.state.tr, now(), read.href));
    return menus.close();
  };
  const remove = () => {
    const { view } = menus;
    view.dispatch(removeLink(view.state.tr, now()));
    menus.close();
  };

  return (
    <FloatingForm
      menus={menus}
      label={tLazy().commands.link}
      box={() => {
        const { from, to } = now();
        return boxOf(menus.view, from, to);
      }}
      prefer="above"
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
      {target.href ? (
        <Button variant="plain" onClick={remove}>
          {tLazy().common.remove}
        </Button>
      ) : null}
    </FloatingForm>
  );
}
