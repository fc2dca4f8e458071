/**
 * The plugins of an editor. Their order counts: of two that know a key, the earlier one has it.
 *
 * Invariant: all of them are here from the start, since adding one later would make the others begin
 * anew. What is loaded after the text fills a plugin that waited for it.
 */
import type { Command, Plugin } from 'prosemirror-state';
import type { Awareness } from 'y-protocols/awareness';
import type { Binding } from './binding/binding.ts';
import type { ViewOptions } from './blocks/block-part.ts';
import type { BlockViews } from './blocks/lazy-views.ts';
import { coveredCells } from './blocks/table/covered-cells.ts';
import { lazyClipboard } from './clipboard/lazy-clipboard.ts';
import { browserUndo, editorKeymap } from './commands/keymap.ts';
import { lazyCommands } from './commands/lazy-commands.ts';
import { drawnPlaces } from './drawn-places.ts';
import { figures } from './figures/figures.ts';
import { folding } from './folding/folding.ts';
import { foldsOf } from './folding/stored-folds.ts';
import { beforeinputKeys } from './input/beforeinput-keys.ts';
import { heldKeys } from './input/held-keys.ts';
import { markdownRules } from './input/input-rules.ts';
import { tabAway } from './input/tab-away.ts';
import { typedOver } from './input/typed-over.ts';
import { quotesOf } from './input/typography.ts';
import { listRoles } from './lists/lazy-list-roles.ts';
import { caretLists } from './menus/caret-list.ts';
import { lazyLists } from './menus/caret-signs.ts';
import { pointing } from './menus/pointing.ts';
import { remoteCursors } from './remote-cursors/lazy-remote-cursors.ts';
import { blockSelection } from './selection/block-selection.ts';
import { readPendingSelection } from './selection/pending-dom-selection.ts';
import { pageKeys } from './viewport/lazy-windowing.ts';

export interface PluginOptions extends ViewOptions {
  /** What tells the document from others in this tab. */
  name: string;
  binding: Binding;
  awareness: Awareness;
  views: BlockViews;
  /** The language whose quotes and dashes typing makes now; null where they stay as typed. */
  typography: () => string | null;
  /** What the screen does at a command of the editor. */
  act: (action: string) => void;
}

export function editorPlugins(options: PluginOptions): Plugin[] {
  const { name, binding, awareness, menus, views, documents, people, attachmentSource } = options;
  const undoing = undoCommands(binding);
  return [
    heldKeys(),
    readPendingSelection(),
    binding.plugin(),
    coveredCells(),
    typedOver(),
    markdownRules(() => {
      const language = options.typography();
      return language === null ? null : quotesOf(language);
    }),
    caretLists(lazyLists({ open: menus.open, people, documents })),
    tabAway(),
    pageKeys(),
    lazyCommands(menus, {
      ...undoing,
      open: menus.open,
      copyBlockLink: menus.copyBlockLink,
      act: options.act,
    }),
    editorKeymap(menus),
    browserUndo(undoing),
    beforeinputKeys(),
    figures(attachmentSource),
    lazyClipboard(),
    blockSelection(),
    ...views.plugins,
    pointing(),
    drawnPlaces(),
    folding(foldsOf(name)),
    listRoles(),
    menus.plugin(),
    remoteCursors(binding, awareness),
  ];
}

function undoCommands(binding: Binding): { undo: Command; redo: Command } {
  return {
    undo: (_state, dispatch, view) => {
      if (dispatch && view) binding.undoStep(view);
      return true;
    },
    redo: (_state, dispatch, view) => {
      if (dispatch && view) binding.redoStep(view);
      return true;
    },
  };
}
