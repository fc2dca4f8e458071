/**
 * What is done with a picture or file that is in the text.
 *
 * Invariant: each is one change of one block's attributes, and so one step of undo; the bytes are
 * never touched.
 */
import type { Node } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { attachmentOf } from '../../../shared/document/attachments.ts';
import { MIN_WIDTH } from '../../../shared/document/block-types/common.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { announceOffer } from '../../ui/undoable.ts';
import { type BlockPick, blockStart, selectedBlocks } from '../commands/commands.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { insertFiles } from './arrivals.ts';
import { attachmentSourceOf } from './figures.ts';

/** Pixels of one step of width. */
const STEP_PX = 40;

interface FigureAt {
  node: Node;
  /** Where the block begins. */
  at: number;
}

/** The picture or file that a command is about: the only block that is picked. */
export function figureAt(state: EditorState, pick: BlockPick = selectedBlocks): FigureAt | null {
  const { from, to } = pick(state);
  const node = state.doc.maybeChild(from);
  const { image, file } = schema.nodes;
  if (!node || to - from !== 1 || (node.type !== image && node.type !== file)) return null;
  return { node, at: blockStart(state.doc, from) };
}

/** The same if it is a picture. */
export function imageAt(state: EditorState, pick?: BlockPick): FigureAt | null {
  const found = figureAt(state, pick);
  return found?.node.type === schema.nodes.image ? found : null;
}

/** Makes a picture wider (1) or narrower (-1) by a step, within the text's width. */
export function resizeImage(direction: 1 | -1, pick?: BlockPick): Command {
  return (state, dispatch, view) => {
    const found = imageAt(state, pick);
    if (!found || !view || attachmentOf(String(found.node.attrs.src)) === null) return false;
    const { node, at } = found;
    const dom = view.nodeDOM(at);
    const most = dom instanceof HTMLElement ? dom.clientWidth : MIN_WIDTH;
    const now = Math.min(node.attrs.width ?? node.attrs.pixelWidth ?? most, most);
    const width = Math.round(Math.min(Math.max(now + direction * STEP_PX, MIN_WIDTH), most));
    if (width !== now) dispatch?.(state.tr.setNodeAttribute(at, 'width', width));
    return true;
  };
}

/** Selects the picture, for a panel that is about it. */
export function selectFigure(pick?: BlockPick): Command {
  return (state, dispatch) => {
    const found = figureAt(state, pick);
    if (!found) return false;
    dispatch?.(state.tr.setSelection(BlockSelection.between(state.doc, found.at)));
    return true;
  };
}

/** Whether something went wrong with the picture or file that can be tried again. */
export function hasTrouble(state: EditorState, pick?: BlockPick): boolean {
  const found = figureAt(state, pick);
  const id = found && attachmentOf(String(found.node.attrs.src));
  return id !== null && (attachmentSourceOf(state)?.get(id).isProblem ?? false);
}

export function retryFigure(pick?: BlockPick): Command {
  return (state, dispatch) => {
    const found = figureAt(state, pick);
    const id = found && attachmentOf(String(found.node.attrs.src));
    const attachmentSource = attachmentSourceOf(state);
    if (!id || !attachmentSource) return false;
    if (dispatch) void attachmentSource.ready().then((attachments) => attachments.retry(id));
    return true;
  };
}

/** Saves the bytes as a file of the person's own. */
export function saveFigure(pick?: BlockPick): Command {
  return (state, dispatch) => {
    const found = figureAt(state, pick);
    const id = found && attachmentOf(String(found.node.attrs.src));
    const attachmentSource = attachmentSourceOf(state);
    if (!found || !id || !attachmentSource) return false;
    const { name, alt } = found.node.attrs;
    if (dispatch)
      void attachmentSource
        .ready()
        .then((attachments) => attachments.save(id, name || alt || 'picture'));
    return true;
  };
}

/** What a browser asks with now, or asked with and never told of. */
let asking: HTMLInputElement | null = null;

/**
 * Asks for files and puts them at the caret. What asks stays in the page until it has an answer: a
 * browser may forget what is nowhere, and with it whoever waits for the files.
 */
export function pickFiles(accept: string): Command {
  return (state, dispatch, view) => {
    if (!view?.editable || !attachmentSourceOf(state)) return false;
    if (!dispatch) return true;
    asking?.remove();
    const input = document.createElement('input');
    asking = input;
    input.type = 'file';
    input.hidden = true;
    input.multiple = true;
    input.accept = accept;
    const answered = () => {
      input.remove();
      view.focus();
    };
    input.addEventListener('change', () => {
      answered();
      insertFiles(view, [...(input.files ?? [])]);
    });
    input.addEventListener('cancel', answered);
    document.body.append(input);
    // Only for some seconds behind a key or a click a browser asks for files, else it does nothing: a
    // command that was chosen before its part was there may come too late.
    if (navigator.userActivation?.isActive ?? true) input.click();
    else {
      const { oneMoreClick, chooseFiles } = tLazy().figures;
      // It is offered for a while, and one may have left the document since.
      announceOffer(oneMoreClick, chooseFiles, () => {
        if (view.isDestroyed) input.remove();
        else input.click();
      });
    }
    return true;
  };
}
