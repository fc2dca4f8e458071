/**
 * The document's title, above the body.
 *
 * Invariant: what one types is merged as the smallest difference, and what others type never moves
 * one's own caret to another character.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import * as Y from 'yjs';
import { ROOT } from '../../shared/document/schema.ts';
import { writeTitle } from '../../shared/document/text.ts';
import { MAX_TITLE_LENGTH } from '../../shared/protocol/limits.ts';
import { t } from '../words/words.ts';

export function Title({ doc, editable }: { doc: Y.Doc; editable: boolean }): ReactNode {
  const field = useRef<HTMLTextAreaElement>(null);
  const text = doc.getText(ROOT.title);
  const [value, setValue] = useState(() => text.toString());
  const caret = useRef<readonly Y.RelativePosition[] | null>(null);

  useEffect(() => {
    let before: readonly Y.RelativePosition[] | null = null;
    const remember = (transaction: Y.Transaction) => {
      const input = field.current;
      const isOthers = transaction.origin !== Title && input === document.activeElement;
      before =
        isOthers && input
          ? [input.selectionStart, input.selectionEnd].map((at) =>
              Y.createRelativePositionFromTypeIndex(text, Math.min(at, text.length), -1),
            )
          : null;
    };
    const show = () => {
      caret.current = before;
      setValue(text.toString());
    };
    show();
    doc.on('beforeTransaction', remember);
    text.observe(show);
    return () => {
      doc.off('beforeTransaction', remember);
      text.unobserve(show);
    };
  }, [doc, text]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the caret is put back when the text has changed
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    const kept = caret.current;
    caret.current = null;
    if (kept) {
      const [from, to] = kept.map(
        (position) => Y.createAbsolutePositionFromRelativePosition(position, doc)?.index ?? 0,
      );
      input.setSelectionRange(from!, to!);
    }
    input.style.height = '0';
    input.style.height = `${input.scrollHeight}px`;
  }, [value, doc]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const atEnd = event.currentTarget.selectionStart === event.currentTarget.value.length;
    if (event.key !== 'Enter' && !(event.key === 'ArrowDown' && atEnd)) return;
    if (event.nativeEvent.isComposing) return;
    event.preventDefault();
    document.querySelector<HTMLElement>('.body[role="textbox"]')?.focus();
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
      value={value}
      onKeyDown={onKeyDown}
      onChange={(event) => {
        // What the field holds is what React must draw at once, or the caret jumps.
        setValue(event.target.value.replace(/[\r\n]+/g, ' '));
        writeTitle(doc, event.target.value, Title);
      }}
    />
  );
}
