/** What stands at the foot of a document's page: what links to it, and how long it is. */
import { CountsFoot } from '../../../editor/counts/CountsFoot.tsx';
import { Backlinks } from '../Backlinks.tsx';
import type { FeatureParts } from './features.ts';

export const counts: FeatureParts = {
  Foot: ({ page: { docId, menus }, isOpen, onOpen }) => (
    <>
      <Backlinks docId={docId} />
      <CountsFoot menus={menus} open={isOpen} onOpen={onOpen} />
    </>
  ),
};
