/**
 * Pictures and files on their way into the text: by paste, by drop, or chosen.
 *
 * Invariant: a file lands where it was put, however long it takes to read and whoever writes
 * meanwhile; as long as it is not there, the text is as it was. Dropping a file beside the text
 * never makes the browser leave the page.
 */
import { type EditorState, NodeSelection, Plugin, PluginKey } from 'prosemirror-state';
import { clipboardPart } from '../clipboard/lazy-clipboard.ts';
import { isFigure } from '../commands/commands.ts';
import type { AttachmentSource } from './attachment-source.ts';

/** A place in the text that something will be put at: see `arrivals.ts`. */
interface Arrival {
  readonly at: number;
  /** Where the caret was; they come apart by what is written there. */
  readonly caret: readonly [before: number, behind: number];
}

interface Figures {
  readonly attachmentSource: AttachmentSource;
  readonly arrivals: ReadonlyMap<object, Arrival>;
}

export type Told = { begin: object; at: number; caret: number } | { end: object };

export const key = new PluginKey<Figures>('figures');

/** Where the blocks of this editor ask for pictures and files. */
export function attachmentSourceOf(state: EditorState): AttachmentSource | null {
  return key.getState(state)?.attachmentSource ?? null;
}

export function figures(attachmentSource: AttachmentSource): Plugin<Figures> {
  const plugin = new Plugin<Figures>({
    key,
    state: {
      init: () => ({ attachmentSource, arrivals: new Map() }),
      apply: (tr, before) => {
        const told = tr.getMeta(key) as Told | undefined;
        if (!told && (!tr.docChanged || before.arrivals.size === 0)) return before;
        const arrivals = new Map<object, Arrival>();
        for (const [arrival, { at, caret }] of before.arrivals)
          arrivals.set(arrival, {
            at: tr.mapping.map(at),
            caret: [tr.mapping.map(caret[0], -1), tr.mapping.map(caret[1])],
          });
        if (told && 'begin' in told) {
          const { begin, at, caret } = told;
          arrivals.set(begin, { at, caret: [caret, caret] });
        }
        if (told && 'end' in told) arrivals.delete(told.end);
        return { attachmentSource, arrivals };
      },
    },
    props: {
      // What is typed on a selected picture does not take its place.
      handleTextInput: ({ state: { selection } }) =>
        selection instanceof NodeSelection && isFigure(selection.node),
    },
    view: () => {
      // Until then nothing is pasted or dropped.
      const takeIn = () => {
        Object.assign(plugin.props, clipboardPart.get()?.figureClipboard(attachmentSource));
      };
      takeIn();
      return { destroy: clipboardPart.subscribe(takeIn) };
    },
  });
  return plugin;
}
