/**
 * What stands around every screen, loaded after it: news of the app, hints, the switcher; and the
 * sidebar, which comes before the screen in the order of the page.
 */
import type { ReactNode } from 'react';
import { UpdateNotice } from '../pwa/UpdateNotice.tsx';
import { Tooltips } from '../ui/Tooltips.tsx';
import { UndoOffer } from '../ui/UndoOffer.tsx';
import { Switcher } from './switcher/Switcher.tsx';

export { Beside } from './sidebar/Beside.tsx';

export function Around(): ReactNode {
  return (
    <>
      <UpdateNotice />
      <Tooltips />
      <UndoOffer />
      <Switcher />
    </>
  );
}
