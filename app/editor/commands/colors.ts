/**
 * Colours of text and of what is behind it, and taking formatting away.
 *
 * Invariant: a colour is a name of the palette; how it looks is the theme's affair.
 */
import type { Mark } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import { type ColorMark, schema } from '../schema.ts';
import { mayFormat } from './conditions.ts';
import { addMark, removeMark } from './many-blocks.ts';

/** Gives what is selected, or what is typed next, a colour; null takes it away. */
export function setColor(name: ColorMark, color: string | null): Command {
  return (state, dispatch) => {
    if (!mayFormat(state)) return false;
    const type = schema.marks[name]!;
    const { tr, selection } = state;
    const mark = color === null ? null : type.create({ color });
    if (selection.empty) {
      if (mark) tr.addStoredMark(mark);
      else tr.removeStoredMark(type);
    } else {
      const { from, to } = selection;
      if (mark) addMark(tr, from, to, mark);
      else removeMark(tr, from, to, type);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** The colour of the first letter that is selected, or of what is typed next. */
export function colorOf(state: EditorState, name: ColorMark): string | null {
  const mark = schema.marks[name]!.isInSet(marksHere(state));
  return mark ? String(mark.attrs.color) : null;
}

function marksHere({ selection, storedMarks, doc }: EditorState): readonly Mark[] {
  if (selection.empty) return storedMarks ?? selection.$head.marks();
  let marks: readonly Mark[] | null = null;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    if (node.isInline) marks ??= node.marks;
    return marks === null;
  });
  return marks ?? [];
}

/** Formatting that can be taken away: links say where to go, and stay. */
function isFormat({ type }: Mark): boolean {
  return type !== schema.marks.link;
}

export function hasFormat(state: EditorState): boolean {
  const { selection, storedMarks, doc } = state;
  if (selection.empty) return (storedMarks ?? selection.$head.marks()).some(isFormat);
  let has = false;
  doc.nodesBetween(selection.from, selection.to, (node) => {
    has ||= node.isInline && node.marks.some(isFormat);
    return !has;
  });
  return has;
}

/** Takes all formatting but links away from what is selected, or from what is typed next. */
export const clearFormat: Command = (state, dispatch) => {
  if (!hasFormat(state)) return false;
  const { tr, selection } = state;
  for (const type of Object.values(schema.marks)) {
    if (type === schema.marks.link) continue;
    if (selection.empty) tr.removeStoredMark(type);
    else removeMark(tr, selection.from, selection.to, type);
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};
