/**
 * Everything that opens around the text. Loaded after the text itself: nobody needs it to read or
 * to write.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/Announcer.tsx';
import { Contained } from '../../ui/Contained.tsx';
import type { OtherDocuments } from '../documents/other-documents.ts';
import { applyRulesToComposed } from '../input/composed.ts';
import { listenForBlanks } from '../input/taken-back.ts';
import { keepRoomBelow } from '../viewport/room-below.ts';
import { AltText } from './AltTextForm.tsx';
import { BlockHandle } from './BlockHandle.tsx';
import { BookmarkForm } from './BookmarkForm.tsx';
import { CaretListMenu } from './CaretListMenu.tsx';
import { DateForm } from './DateForm.tsx';
import { DocumentChooser } from './DocumentChooser.tsx';
import { FileDrop } from './FileDrop.tsx';
import { FormulaForm } from './FormulaForm.tsx';
import { LanguageChooser } from './LanguageChooser.tsx';
import { LinkCard } from './LinkCard.tsx';
import type { Menus } from './menus.ts';
import { NumberingDialog } from './NumberingDialog.tsx';
import { followKeyboard } from './phone.ts';
import { ShortcutList } from './ShortcutList.tsx';
import { showMenus } from './shown-menus.ts';
import { TableHandles } from './TableHandles.tsx';
import { FormattingToolbar } from './Toolbar.tsx';
import { listenForTools } from './tools-while-composing.ts';
import { useMenus } from './use-menus.ts';

const loadFind = () => import('../find/FindPanel.tsx');

export function MenusAround({
  menus,
  documents,
}: {
  menus: Menus;
  documents: OtherDocuments;
}): ReactNode {
  useEffect(() => followKeyboard(menus.view), [menus]);
  useEffect(() => keepRoomBelow(menus.view), [menus]);
  useEffect(() => showMenus(menus), [menus]);
  useEffect(() => listenForTools(menus), [menus]);
  useEffect(() => listenForBlanks(menus.view), [menus]);
  useEffect(() => applyRulesToComposed(menus.view), [menus]);
  return (
    <Contained>
      <BlockHandle menus={menus} />
      <TableHandles menus={menus} />
      <CaretListMenu menus={menus} />
      <FormattingToolbar menus={menus} />
      <LinkCard menus={menus} />
      <AltText menus={menus} />
      <FileDrop menus={menus} />
      <DateForm menus={menus} />
      <LanguageChooser menus={menus} />
      <FormulaForm menus={menus} />
      <BookmarkForm menus={menus} />
      <DocumentChooser menus={menus} documents={documents} />
      <ShortcutList menus={menus} />
      <NumberingDialog menus={menus} />
      <Find menus={menus} />
    </Contained>
  );
}

/**
 * Fetched while there surely is a network, and drawn at once when asked for: `lazy` would let a
 * moment pass in which what is typed to find goes nowhere.
 */
function Find({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'find');
  const [loaded, setLoaded] = useState<{ FindPanel: ComponentType<{ menus: Menus }> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it asks again for what could not be reached
  useEffect(() => {
    if (loaded) return;
    loadFind().then(setLoaded, () => {
      if (open) announce(tLazy().menus.findNotLoaded);
    });
  }, [open]);
  return open && loaded ? <loaded.FindPanel menus={menus} /> : null;
}
