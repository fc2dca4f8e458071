/** The menu of a document, loaded after the text. */
import type { ReactNode } from 'react';
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { CommandIconOf } from '../../editor/menus/command-icons.tsx';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { ActionMenu } from '../../ui/ActionMenu.tsx';
import {
  CopyIcon,
  ExportIcon,
  ReadingIcon,
  RestoreIcon,
  SettingsIcon,
  TemplateIcon,
  TrashIcon,
} from '../../ui/icons.ts';
import type { MenuFrame } from '../../ui/MenuButton.tsx';
import { navigate } from '../../ui/navigation.tsx';
import { SETTINGS_PATH } from '../routes.ts';
import { downloadPage, keepAsTemplate, templateLabel } from './document-actions.ts';
import type { DocumentFeature } from './features/features.ts';
import { documentActionsOf, type WholeDocument } from './whole-document.ts';

export interface DocumentMenuProps {
  library: Y.Doc;
  doc: Y.Doc;
  docId: DocId;
  hasContent: boolean;
  reading: boolean;
  mayWrite: boolean;
  isInTrash: boolean;
  onReading: () => void;
  /** Those there are for whoever looks at it. */
  features: readonly DocumentFeature[];
  onFeature: (feature: DocumentFeature) => void;
  whole: WholeDocument;
}

export function DocumentMenu({
  library,
  doc,
  docId,
  hasContent,
  reading,
  mayWrite,
  isInTrash,
  onReading,
  features,
  onFeature,
  whole,
  ...frame
}: DocumentMenuProps & MenuFrame): ReactNode {
  const actions = documentActionsOf(whole);
  const entriesOf = (some: readonly DocumentFeature[]) =>
    some.map((feature) => ({
      label: feature.name(),
      icon: <CommandIconOf icon={feature.icon} />,
      onSelect: () => onFeature(feature),
      disabled:
        !hasContent ||
        (feature.writes === true && (!mayWrite || reading)) ||
        (feature.suggests === true && reading),
    }));
  return (
    <ActionMenu
      {...frame}
      items={[
        ...entriesOf(features.filter(({ isPanel }) => isPanel)),
        {
          label: reading ? tLazy().documentMenu.edit : tLazy().documentMenu.read,
          icon: <ReadingIcon aria-hidden="true" />,
          onSelect: onReading,
          disabled: !mayWrite,
        },
        ...entriesOf(features.filter(({ isPanel }) => !isPanel)),
        {
          label: tLazy().documentMenu.exportMarkdown,
          separated: true,
          icon: <ExportIcon aria-hidden="true" />,
          onSelect: actions.download,
          disabled: !hasContent,
        },
        {
          label: tLazy().documentMenu.exportPage,
          icon: <ExportIcon aria-hidden="true" />,
          onSelect: () => downloadPage(doc, docId),
          disabled: !hasContent,
        },
        {
          label: tLazy().documentMenu.saveCopy,
          icon: <CopyIcon aria-hidden="true" />,
          onSelect: actions.copy,
          disabled: !hasContent,
        },
        {
          label: templateLabel(),
          icon: <TemplateIcon aria-hidden="true" />,
          onSelect: () => keepAsTemplate(library, doc, whole.entry),
          disabled: !hasContent,
        },
        isInTrash
          ? {
              label: tLazy().documentMenu.untrash,
              icon: <RestoreIcon aria-hidden="true" />,
              onSelect: actions.restore,
            }
          : {
              label: tLazy().documentMenu.trash,
              icon: <TrashIcon aria-hidden="true" />,
              onSelect: () => actions.trash(),
            },
        {
          label: t().settings,
          icon: <SettingsIcon aria-hidden="true" />,
          separated: true,
          onSelect: () => navigate(SETTINGS_PATH),
        },
      ]}
    />
  );
}
