/**
 * Enter and Backspace of keyboards on glass, which say what they want and not which key it was.
 *
 * Invariant: they do what the keys of that name do, before the browser takes the page's elements
 * apart in its own way: it knows nothing of a list's marker or a heading's chevron. What no key would
 * do, such as to take a whole word back, is the browser's; but on Android the view would read only a
 * moment later what that did, and take what others wrote until then for a part of it.
 */
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { characterBefore } from './characters.ts';

const KEYS: Readonly<Record<string, KeyboardEventInit>> = {
  insertParagraph: { key: 'Enter', keyCode: 13 },
  insertLineBreak: { key: 'Enter', keyCode: 13, shiftKey: true },
  deleteContentBackward: { key: 'Backspace', keyCode: 8 },
};

/** What the view keeps to itself: that it waits for what the browser makes of Enter on iOS. */
interface Inside {
  readonly input: { lastIOSEnter: number };
  readonly domObserver: { forceFlush(): void };
}

export function beforeinputKeys(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        beforeinput: (view, event) => {
          const init = KEYS[event.inputType];
          if (!init || !event.cancelable || event.isComposing || !view.editable) return false;
          const inside = view as EditorView & Inside;
          inside.domObserver.forceFlush();
          const key = new KeyboardEvent('keydown', init);
          // Keys with a name come here only where nothing had a use for them.
          const isDone =
            (!takesMore(view, event) &&
              view.someProp('handleKeyDown', (does) => does(view, key))) ||
            (isAndroid() && erase(view, event));
          if (!isDone) return false;
          inside.input.lastIOSEnter = 0;
          event.preventDefault();
          return true;
        },
      },
    },
  });
}

/** The view reads later there what a keyboard deletes: see its own `beforeinput`. */
function isAndroid(): boolean {
  return /Android \d/.test(navigator.userAgent);
}

/** Deletes what the browser would, where that is text of one block. */
function erase(view: EditorView, event: InputEvent): boolean {
  const [range] = event.getTargetRanges();
  if (event.inputType !== 'deleteContentBackward' || !range) return false;
  const from = view.posAtDOM(range.startContainer, range.startOffset);
  const to = view.posAtDOM(range.endContainer, range.endOffset);
  if (from >= to) return false;
  const [$from, $to] = [view.state.doc.resolve(from), view.state.doc.resolve(to)];
  if (!$from.sameParent($to) || !$from.parent.isTextblock) return false;
  view.dispatch(view.state.tr.delete(from, to).scrollIntoView());
  return true;
}

/** Whether more than the character before the caret is to go, as dictation and suggestions have it. */
function takesMore(view: EditorView, event: InputEvent): boolean {
  const { empty, $head } = view.state.selection;
  const [range] = event.getTargetRanges();
  if (event.inputType !== 'deleteContentBackward' || !range || !empty) return false;
  const from = view.posAtDOM(range.startContainer, range.startOffset) - $head.start();
  // What reaches over the beginning of the block joins two of them.
  if (from < 0 || from >= $head.parentOffset) return false;
  return $head.parentOffset - from > (characterBefore($head)?.length ?? 1);
}
