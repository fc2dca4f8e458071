/** Shows another copy of a document in the place of the one that is written in. */
import { stayNear } from '../../../editor/selection/stay-near.ts';
import type { DocumentOnScreen, ShownCopy } from './features.ts';

export function writeIn(page: DocumentOnScreen, copy: ShownCopy | null): void {
  stayNear(page.menus.view, page.menus.binding, copy?.doc ?? page.doc);
  page.onWriteIn(copy);
}
