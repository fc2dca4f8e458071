/**
 * The document's title, above the body.
 *
 * Invariant: what one types is merged as the smallest difference, and what others type never moves
 * one's own caret to another character. What one takes back is the latest of all one did, here or in
 * the body: a browser's own undo knows nothing here any more as soon as somebody else has written.
 */
import { keydownHandler } from 'prosemirror-keymap';
import { Selection } from 'prosemirror-state';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type * as Y from 'yjs';
import { bodyText } from '../../../shared/document/body.ts';
import { ROOT } from '../../../shared/document/schema.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import { t } from '../../i18n/i18n.ts';
import { isOfInputMethod } from '../../ui/keyboard.ts';
import type { Menus } from '../menus/menus.ts';
import { fits, pasteBelow, type Range, selectedIn } from './paste-below.ts';
import { ShownTitle } from './shown-title.ts';

/** What one key does, or an input method. All else is a step by itself: what is pasted, cut or dropped. */
const TYPED = /Composition|^insertText$|^deleteContent\w+ward$/;

interface TitleProps {
  doc: Y.Doc;
  editable: boolean;
  /** Of the body, once that is there: it begins with what is pasted here and is more than a title. */
  around: Menus | null;
}

export function Title({ doc, editable, around }: TitleProps): ReactNode {
  const latest = useRef(around);
  latest.current = around;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => keepSame(doc, field.current!, () => latest.current), [doc]);
  // React empties it there each time it draws.
  useLayoutEffect(() => nameInMarkup(field.current!));

  return (
    <textarea
      ref={field}
      className="title"
      dir="auto"
      aria-label={t().title}
      placeholder={t().untitled}
      rows={1}
      maxLength={MAX_TITLE_LENGTH}
      readOnly={!editable}
    />
  );
}

/**
 * Keeps the field and the title the same, at once: React would draw what others type a moment later,
 * and a key pressed in between would be taken for one who took their words away.
 */
function keepSame(doc: Y.Doc, field: HTMLTextAreaElement, around: () => Menus | null): () => void {
  const text = doc.getText(ROOT.title);
  let shown = new ShownTitle(doc);
  let isComposing = false;
  let isWriting = false;
  /** The title as it was after one typed in it last, and where the caret was. */
  let typed: { title: string; at: number } | null = null;
  /** Whether what comes next is typed, and whether right there. */
  let isTyped = false;
  let goesOn = false;
  /** The latest one, by its number. */
  let composition = 0;
  /** For a moment the body may be that of another copy. */
  const body = () => {
    const menus = around();
    return menus?.binding.body.doc === doc ? menus : null;
  };
  const setHeight = () => {
    field.style.height = '0';
    field.style.height = `${field.scrollHeight}px`;
  };
  /** What was selected when the focus went, which a browser forgets where the text is another. */
  let left: readonly Y.RelativePosition[] | null = null;
  const place = (): Range => {
    const [from, to] = left?.map((at) => shown.indexOf(at)) ?? selectedIn(field);
    return [from!, to!];
  };
  const show = () => {
    const places = left ?? selectedIn(field).map((at) => shown.anchor(at));
    shown = new ShownTitle(doc);
    const title = text.toString();
    if (field.value !== title) {
      field.value = title;
      left = places;
      if (field === document.activeElement) {
        field.setSelectionRange(...place());
        left = null;
      }
    }
    nameInMarkup(field);
    setHeight();
  };
  const write = (composed: number | null) => {
    const put = (origin: unknown) => shown.write(field.value, origin, field.selectionEnd);
    const binding = body()?.binding;
    isWriting = true;
    try {
      if (binding) binding.writeTitle(put, goesOn, composed);
      else put(Title);
    } finally {
      isWriting = false;
    }
    if (isComposing) setHeight();
    else show();
    typed = isTyped || composed ? { title: text.toString(), at: field.selectionEnd } : null;
    isTyped = false;
    goesOn = false;
  };
  const showOthers = (_: Y.YTextEvent, transaction: Y.Transaction) => {
    if (isWriting || isComposing) return;
    show();
    // A step that was here alone is shown here; of others the body shows its part.
    const changed: ReadonlyMap<unknown, unknown> = transaction.changed;
    if (transaction.origin !== body()?.binding.undo.history || changed.has(bodyText(doc))) return;
    field.focus();
    field.scrollIntoView({ block: 'nearest' });
  };
  const takeBack = (which: 'undoStep' | 'redoStep') => (): boolean => {
    const menus = body();
    if (!menus || isComposing || field.readOnly) return false;
    const before = text.toString();
    // Of one in the body that is shown there, and nothing here.
    if (menus.binding[which](menus.view) && text.toString() === before) menus.view.focus();
    return true;
  };
  const undo = takeBack('undoStep');
  const redo = takeBack('redoStep');
  const undoKeys = keydownHandler({ 'Mod-z': undo, 'Mod-Shift-z': redo, 'Mod-y': redo });
  const listeners = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => field.addEventListener(name, act, listeners);
  on('input', () => write(isComposing ? composition : null));
  on('paste', (event) => {
    const view = body()?.view;
    if (view && pasteBelow(view, field, event.clipboardData, place)) event.preventDefault();
  });
  on('focus', () => {
    left = null;
  });
  let isDragged = false;
  on('dragstart', () => {
    isDragged = true;
  });
  on('dragend', () => {
    isDragged = false;
  });
  on('drop', (event) => {
    const view = body()?.view;
    const data = event.dataTransfer;
    if (!view || !data || isDragged) return;
    // What comes out of the body stays there, where the browser would cut it and take it away.
    if (view.dragging ? !fits(field, data) : pasteBelow(view, field, data, place))
      event.preventDefault();
  });
  on('compositionstart', () => {
    isComposing = true;
    composition++;
  });
  on('compositionend', () => {
    isComposing = false;
    write(composition);
  });
  const goToBody = () => {
    const view = body()?.view;
    // Not to where one was in it last: the first line is the one below.
    view?.dispatch(view.state.tr.setSelection(Selection.atStart(view.state.doc)).scrollIntoView());
    document.querySelector<HTMLElement>('.body[role="textbox"]')?.focus();
  };
  on('keydown', (event) => {
    if (isOfInputMethod(event)) return;
    const view = body()?.view;
    const atEnd = field.selectionStart === field.value.length;
    const isDown = event.key === 'Enter' || (event.key === 'ArrowDown' && atEnd);
    if (isDown) goToBody();
    if (isDown || (view && undoKeys(view, event))) event.preventDefault();
  });
  on('beforeinput', (event) => {
    const { inputType } = event;
    const [from, to] = selectedIn(field);
    isTyped = TYPED.test(inputType);
    goesOn = isTyped && from === to && to === typed?.at && typed.title === text.toString();
    const isBack = inputType === 'historyUndo' || inputType === 'historyRedo';
    if (isBack && (inputType === 'historyUndo' ? undo : redo)()) event.preventDefault();
    // Keyboards on glass say what they want, and not which key it was.
    if (!/^insert(?:LineBreak|Paragraph)$/.test(inputType) || event.isComposing) return;
    event.preventDefault();
    goToBody();
  });
  text.observe(showOthers);
  field.value = text.toString();
  nameInMarkup(field);
  setHeight();
  return () => {
    listeners.abort();
    text.unobserve(showOthers);
  };
}

/** A page that is saved or copied has what its markup says. */
function nameInMarkup(field: HTMLTextAreaElement): void {
  if (field.defaultValue !== field.value) field.defaultValue = field.value;
}
