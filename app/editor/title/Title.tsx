/**
 * The document's title, above the body.
 *
 * Invariant: what one types is merged as the smallest difference, and what others type never moves
 * one's own caret to another character.
 */
import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type * as Y from 'yjs';
import { ROOT } from '../../../shared/document/schema.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import { t } from '../../i18n/i18n.ts';
import { isOfInputMethod } from '../../ui/keyboard.ts';
import { pasteBelow } from './paste-below.ts';
import { ShownTitle } from './shown-title.ts';

interface TitleProps {
  doc: Y.Doc;
  editable: boolean;
  /** Of the body, once that is there: it begins with what is pasted here and is more than a title. */
  view: EditorView | null;
}

export function Title({ doc, editable, view }: TitleProps): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => keepSame(doc, field.current!), [doc]);
  // React empties it there each time it draws.
  useLayoutEffect(() => nameInMarkup(field.current!));

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const atEnd = event.currentTarget.selectionStart === event.currentTarget.value.length;
    if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && atEnd)) return;
    if (isOfInputMethod(event.nativeEvent)) return;
    event.preventDefault();
    goToBody();
  };

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
      onKeyDown={onKeyDown}
      onPaste={({ nativeEvent, currentTarget }) => {
        if (view) pasteBelow(view, currentTarget, nativeEvent);
      }}
    />
  );
}

/**
 * Keeps the field and the title the same, at once: React would draw what others type a moment later,
 * and a key pressed in between would be taken for one who took their words away.
 */
function keepSame(doc: Y.Doc, field: HTMLTextAreaElement): () => void {
  const text = doc.getText(ROOT.title);
  let shown = new ShownTitle(doc);
  let isComposing = false;
  const setHeight = () => {
    field.style.height = '0';
    field.style.height = `${field.scrollHeight}px`;
  };
  const show = () => {
    const places = [field.selectionStart, field.selectionEnd].map((at) => shown.anchor(at));
    shown = new ShownTitle(doc);
    const title = text.toString();
    if (field.value !== title) {
      field.value = title;
      const [from, to] = places.map((place) => shown.indexOf(place));
      if (field === document.activeElement) field.setSelectionRange(from!, to!);
    }
    nameInMarkup(field);
    setHeight();
  };
  const write = () => {
    shown.write(field.value, Title, field.selectionEnd);
    if (isComposing) setHeight();
    else show();
  };
  const showOthers = (_: Y.YTextEvent, { origin }: Y.Transaction) => {
    if (origin !== Title && !isComposing) show();
  };
  const listeners = new AbortController();
  const on = <Name extends keyof HTMLElementEventMap>(
    name: Name,
    act: (event: HTMLElementEventMap[Name]) => void,
  ) => field.addEventListener(name, act, listeners);
  on('input', write);
  on('compositionstart', () => {
    isComposing = true;
  });
  on('compositionend', () => {
    isComposing = false;
    write();
  });
  // Keyboards on glass say what they want, and not which key it was.
  on('beforeinput', (event) => {
    if (!/^insert(?:LineBreak|Paragraph)$/.test(event.inputType) || event.isComposing) return;
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

function goToBody(): void {
  document.querySelector<HTMLElement>('.body[role="textbox"]')?.focus();
}
