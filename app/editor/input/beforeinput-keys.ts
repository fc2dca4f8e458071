/**
 * Enter and Backspace of keyboards on glass, which say what they want and not which key it was.
 *
 * Invariant: they do what the keys of that name do, before the browser takes the page's elements
 * apart in its own way: it knows nothing of a list's marker or a heading's chevron.
 */
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

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
          if (!view.someProp('handleKeyDown', (handle) => handle(view, key))) return false;
          inside.input.lastIOSEnter = 0;
          event.preventDefault();
          return true;
        },
      },
    },
  });
}
