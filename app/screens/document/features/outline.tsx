/** The headings of a document, beside its text. */
import { OutlinePanel } from '../../../editor/outline/OutlinePanel.tsx';
import type { FeatureParts } from './features.ts';

export const outline: FeatureParts = {
  Panel: ({ page: { menus }, byKey, onOpen }) => (
    <OutlinePanel
      menus={menus}
      takesFocus={byKey}
      onClose={() => {
        onOpen(false);
        menus.view.focus();
      }}
    />
  ),
};
