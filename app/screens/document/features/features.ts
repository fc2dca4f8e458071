/**
 * What stands around the text of a document, as a table: a feature brings what it has by its row
 * here, and the screen, its bar, its menu and the commands know no feature by name.
 *
 * Invariant: a row is all of a feature that comes before the text; its parts come after it.
 */
import type { ComponentType, SVGProps } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { DocId } from '../../../../shared/access/ids.ts';
import type { Role } from '../../../../shared/access/roles.ts';
import type { DocumentAttachments } from '../../../attachments/document-attachments.ts';
import type { CommandIcon, EditorCommand } from '../../../editor/commands/command.ts';
import type { Menus } from '../../../editor/menus/menus.ts';
import { t } from '../../../i18n/i18n.ts';
import type { Replica } from '../../../replica/open-replica.ts';
import { CommentIcon, OutlineIcon } from '../../../ui/icons.ts';
import { Lazy } from '../../../ui/lazy.tsx';

/** What stands in the document's place: a copy in which one suggests, or a draft. */
export interface ShownCopy {
  readonly doc: Y.Doc;
  /** Who is in it; left out, nobody but oneself. */
  readonly awareness?: Awareness;
  /** Whether one writes in it; left out, as long as one may suggest. */
  readonly mayWrite?: boolean;
}

/** The document as a feature finds it. One object as long as nothing of it differs. */
export interface DocumentOnScreen {
  readonly docId: DocId;
  readonly doc: Y.Doc;
  /** What is shown and written in: the document, the copy in which one suggests, or a draft. */
  readonly written: Y.Doc;
  /** Has that be another one; null for the document. */
  readonly onWriteIn: (copy: ShownCopy | null) => void;
  /** Whether one may suggest changes. */
  readonly maySuggest: boolean;
  readonly library: Y.Doc;
  /** The document with its store and its connection. */
  readonly replica: Replica;
  /** Its pictures and files; null until they can be asked for. */
  readonly attachments: DocumentAttachments | null;
  /** Null while nobody has said. */
  readonly role: Role | null;
  /** The text, drawn, and what opens around it. */
  readonly menus: Menus;
}

/** How a part of a feature is told that somebody wants to see it. */
export interface FeatureProps {
  page: DocumentOnScreen;
  isOpen: boolean;
  /** It was asked for by a key, and is to be used by keys. */
  byKey: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** What a feature brings; whatever of it there is. */
export interface FeatureParts {
  /** Stands beside the text while the feature is open. */
  readonly Panel?: ComponentType<FeatureProps>;
  /** Stands above the text, and draws nothing where there is nothing to say. */
  readonly Notice?: ComponentType<FeatureProps>;
  /** Stands at the foot of the page, open or not. */
  readonly Foot?: ComponentType<FeatureProps>;
  /** Beside those of the editor; their names are in the catalogue by their ids. */
  readonly commands?: (page: DocumentOnScreen) => readonly EditorCommand[];
  /** Goes on as long as the text is there, such as what it draws by `drawPlaces`; returns its end. */
  readonly follow?: (page: DocumentOnScreen) => () => void;
}

export interface DocumentFeature {
  /** A command of the editor asks for it by this. */
  readonly id: string;
  readonly name: () => string;
  /** Of its entry in the document's menu. */
  readonly icon: CommandIcon;
  /** Of its button in the bar; without it, there is none. */
  readonly BarIcon?: ComponentType<SVGProps<SVGSVGElement>>;
  /** It has a panel, of which one is open at a time. */
  readonly isPanel?: boolean;
  /** It tells who wrote what when, and is not for whoever came with a link that leaves that out. */
  readonly looksBack?: boolean;
  /** It is for whoever may write in the document. */
  readonly writes?: boolean;
  /** It is for whoever may suggest changes, and not while one only reads. */
  readonly suggests?: boolean;
  readonly parts: Lazy<FeatureParts>;
}

export const FEATURES: readonly DocumentFeature[] = [
  {
    id: 'outline',
    name: () => t().outline,
    icon: 'outline',
    BarIcon: OutlineIcon,
    isPanel: true,
    parts: new Lazy(async () => (await import('./outline.tsx')).outline),
  },
  {
    id: 'discussion',
    name: () => t().comments,
    icon: 'comment',
    BarIcon: CommentIcon,
    isPanel: true,
    parts: new Lazy(async () => (await import('./discussion.tsx')).discussion),
  },
  {
    id: 'suggestions',
    name: () => t().suggestions,
    icon: 'suggest',
    isPanel: true,
    parts: new Lazy(async () => (await import('./suggesting.tsx')).suggestions),
  },
  {
    id: 'drafts',
    name: () => t().drafts,
    icon: 'duplicate',
    isPanel: true,
    parts: new Lazy(async () => (await import('./drafts.tsx')).drafts),
  },
  {
    id: 'history',
    name: () => t().history,
    icon: 'history',
    isPanel: true,
    looksBack: true,
    parts: new Lazy(async () => (await import('./history.tsx')).history),
  },
  {
    id: 'suggesting',
    name: () => t().suggesting,
    icon: 'suggest',
    suggests: true,
    parts: new Lazy(async () => (await import('./suggesting.tsx')).suggesting),
  },
  {
    id: 'authors',
    name: () => t().authors,
    icon: 'mention',
    parts: new Lazy(async () => (await import('./authors.tsx')).authors),
  },
  {
    id: 'away',
    name: () => t().whatIsNew,
    icon: 'check',
    parts: new Lazy(async () => (await import('./away.tsx')).away),
  },
  {
    id: 'counts',
    name: () => t().wordCount,
    icon: 'counts',
    parts: new Lazy(async () => (await import('./counts.tsx')).counts),
  },
  {
    id: 'place',
    name: () => t().moveToFolder,
    icon: 'move',
    parts: new Lazy(async () => (await import('./place.tsx')).place),
  },
  {
    id: 'look',
    name: () => t().look,
    icon: 'emoji',
    writes: true,
    parts: new Lazy(async () => (await import('./look.tsx')).look),
  },
];

/** What a slot of the screen is drawn of: see `FeatureSlots.tsx`. */
export interface SlotProps {
  features: readonly DocumentFeature[];
  page: DocumentOnScreen;
  open: OpenFeatures;
}

/** Which features are open. */
export interface OpenFeatures {
  isOpen: (feature: DocumentFeature) => boolean;
  byKey: (feature: DocumentFeature) => boolean;
  set: (feature: DocumentFeature, isOpen: boolean, byKey?: boolean) => void;
}
