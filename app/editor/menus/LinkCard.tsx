/**
 * What a link goes to, beside the link under the caret or the pointer: open, edit, copy, remove.
 *
 * Invariant: it is not there while someone types, and what it shows can also be done by keys.
 */
import { TextSelection } from 'prosemirror-state';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/Announcer.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { BookmarkIcon, CopyIcon, OpenIcon, RenameIcon, UnlinkIcon } from '../../ui/icons.ts';
import { Toolbar, ToolbarButton } from '../../ui/Toolbar.tsx';
import { isAlone, turnIntoBookmark } from '../blocks/bookmark/bookmarks.ts';
import { fillBookmark } from '../blocks/bookmark/fill-bookmark.ts';
import { type LinkAt, linkAt, removeLink } from '../links/links.ts';
import { boxOf, useFloating } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

/** A pointer that rests on a link asks for it; one that passes over does not. */
const REST_MS = 300;

export function LinkCard({ menus }: { menus: Menus }): ReactNode {
  const caret = useMenus(menus, caretAt);
  const linking = useMenus(menus, ({ panel }) => panel === 'link');
  const hovered = useHoveredLink(menus);
  const at = hovered ?? caret;
  // Only a link that is shown has to be looked for at each change.
  const doc = useMenus(menus, ({ state }) => (at === null ? null : state.doc));
  const link =
    at === null || doc === null || at > doc.content.size ? null : linkAt(doc.resolve(at));
  if (!link || linking) return null;
  return <Card key={`${link.from} ${link.href}`} menus={menus} link={link} />;
}

/** The caret's position where it may have a card; a number, so that it can be compared. */
function caretAt({ view, state, writing, selecting }: Menus): number | null {
  const { selection } = state;
  const may = !writing && !selecting && selection.empty && selection.$head.parent.inlineContent;
  return may && view.hasFocus() && linkAt(selection.$head) ? selection.head : null;
}

function useHoveredLink(menus: Menus): number | null {
  const [at, setAt] = useState<number | null>(null);
  useEffect(() => {
    const { view } = menus;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over: Element | null = null;
    const move = (event: PointerEvent) => {
      const target = event.target instanceof Element ? event.target : null;
      const isCard = target?.closest(`.${styles.linkCard}`);
      const link = target && view.dom.contains(target) ? target.closest('a[href]') : null;
      if (isCard || link === over || event.buttons > 0) return;
      over = link;
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!view.isDestroyed) setAt(link?.isConnected ? view.posAtDOM(link, 0) + 1 : null);
      }, REST_MS);
    };
    document.addEventListener('pointermove', move, { passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointermove', move);
    };
  }, [menus]);
  return at;
}

function Card({ menus, link }: { menus: Menus; link: LinkAt }): ReactNode {
  const card = useRef<HTMLDivElement>(null);
  const { view } = menus;
  useFloating(card, () => boxOf(view, link.from, link.to), 'below');
  const copy = () => {
    copyText(link.href).then((copied) =>
      announce(copied ? tLazy().menus.addressCopied : tLazy().menus.addressNotCopied),
    );
  };
  return (
    <Toolbar ref={card} label={tLazy().commands.link} className={styles.linkCard}>
      <a
        href={link.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className={styles.linkAddress}
        title={link.href}
      >
        <OpenIcon aria-hidden="true" />
        <span>{link.href.replace(/^https?:\/\//, '')}</span>
      </a>
      {view.editable ? (
        <ToolbarButton
          label={tLazy().menus.editAddress}
          onClick={() => {
            const { tr } = view.state;
            view.dispatch(tr.setSelection(TextSelection.create(tr.doc, link.from, link.to)));
            menus.open('link');
          }}
        >
          <RenameIcon aria-hidden="true" />
        </ToolbarButton>
      ) : null}
      <ToolbarButton label={tLazy().menus.copyAddress} onClick={copy}>
        <CopyIcon aria-hidden="true" />
      </ToolbarButton>
      {view.editable && isAlone(view.state.doc, link) ? (
        <ToolbarButton
          label={tLazy().menus.turnIntoBookmark}
          onClick={() => {
            view.dispatch(turnIntoBookmark(view.state.tr, link));
            view.focus();
            void fillBookmark(menus);
          }}
        >
          <BookmarkIcon aria-hidden="true" />
        </ToolbarButton>
      ) : null}
      {view.editable ? (
        <ToolbarButton
          label={tLazy().menus.removeLink}
          onClick={() => view.dispatch(removeLink(view.state.tr, link))}
        >
          <UnlinkIcon aria-hidden="true" />
        </ToolbarButton>
      ) : null}
    </Toolbar>
  );
}
