/**
 * Everything that opens around the text. Loaded after the text itself: nobody needs it to read or
 * to write.
 */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { BlockHandle } from './BlockHandle.tsx';
import { CommandPalette } from './CommandPalette.tsx';
import { LinkCard } from './LinkCard.tsx';
import type { Menus } from './menus.ts';
import { ShortcutList } from './ShortcutList.tsx';
import { SlashMenu } from './SlashMenu.tsx';
import { TableHandles } from './TableHandles.tsx';
import { FormattingToolbar } from './Toolbar.tsx';
import { useMenus } from './use-menus.ts';

const loadFind = () => import('../find/FindPanel.tsx');
const FindPanel = lazy(async () => ({ default: (await loadFind()).FindPanel }));

export function MenusAround({ menus }: { menus: Menus }): ReactNode {
  const finding = useMenus(menus, ({ panel }) => panel === 'find');
  useEffect(() => {
    // Fetched while there surely is a network.
    loadFind().catch(() => {
      // Not reachable now: opening it asks again.
    });
  }, []);
  return (
    <>
      <BlockHandle menus={menus} />
      <TableHandles menus={menus} />
      <SlashMenu menus={menus} />
      <FormattingToolbar menus={menus} />
      <LinkCard menus={menus} />
      <CommandPalette menus={menus} />
      <ShortcutList menus={menus} />
      {finding ? (
        <Suspense fallback={null}>
          <FindPanel menus={menus} />
        </Suspense>
      ) : null}
    </>
  );
}
