/**
 * The sidebar beside every screen, or over it as a drawer where there is no room, and the button and
 * the key that show and hide it.
 *
 * Invariant: it moves nothing when it comes: its room is there from the first paint (`ui/base.css`).
 */
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SidebarIcon } from '../../ui/icons.ts';
import { ariaShortcut, isModAlt } from '../../ui/keys.ts';
import { useAddress } from '../../ui/navigation.tsx';
import { useStoredValue } from '../../ui/stored-value.ts';
import { readRoute } from '../routes.ts';
import { askForSwitcher } from '../switcher/ask-for-switcher.ts';
import { Sidebar } from './Sidebar.tsx';
import styles from './sidebar.module.css';
import { isWide, onWidth, storedSidebar } from './stored-sidebar.ts';

const KEY = 'b';

export function Beside(): ReactNode {
  const hasRoom = useSyncExternalStore(onWidth, isWide);
  const isStored = useStoredValue(storedSidebar);
  const address = useAddress();
  /** The address over which the drawer was opened: at another one it has done its work. */
  const [drawnAt, setDrawnAt] = useState<string | null>(null);
  const isDrawn = !hasRoom && drawnAt === address;
  // Whoever comes back to where it was opened did not open it again.
  useEffect(() => setDrawnAt((at) => (at === address ? at : null)), [address]);
  const isOpen = hasRoom ? isStored : isDrawn;
  const button = useRef<HTMLButtonElement>(null);
  const column = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-sidebar', isStored);
  }, [isStored]);

  const toggle = () => {
    if (!hasRoom) {
      setDrawnAt(isDrawn ? null : address);
      return;
    }
    // What has the focus is about to go.
    if (column.current?.contains(document.activeElement)) button.current?.focus();
    storedSidebar.set(!isStored);
  };
  const latest = useRef(toggle);
  latest.current = toggle;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !isModAlt(event, KEY)) return;
      // What is open in front of everything has the keys.
      const others = `[role="dialog"]:not(:has(.${styles.drawer})), [role="alertdialog"]`;
      if (document.querySelector(others)) return;
      event.preventDefault();
      latest.current();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const searchInstead = () => {
    setDrawnAt(null);
    askForSwitcher();
  };
  const { screen } = readRoute(address);
  return (
    <>
      <div className={cx(styles.toggle, screen === 'document' && styles.stays)}>
        <IconButton
          ref={button}
          label={tLazy().sidebar.title}
          aria-expanded={isOpen}
          aria-keyshortcuts={ariaShortcut(`Mod-Alt-${KEY}`)}
          onClick={toggle}
        >
          <SidebarIcon aria-hidden="true" className="mirrored" />
        </IconButton>
      </div>
      {hasRoom && isStored ? (
        <nav ref={column} aria-label={tLazy().sidebar.title} className={styles.column}>
          <Sidebar address={address} onSearch={askForSwitcher} />
        </nav>
      ) : null}
      <Dialog open={isDrawn} onClose={() => setDrawnAt(null)} title={tLazy().sidebar.title} atSide>
        <nav aria-label={tLazy().sidebar.title} className={styles.drawer}>
          <Sidebar address={address} onSearch={searchInstead} />
        </nav>
      </Dialog>
    </>
  );
}
