// @vitest-environment jsdom
/** What takes effect as it is typed, composed as a whole by an input method. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, expect, test } from 'vitest';
import { documentOf, sketch } from '../../../shared/document/testing/sketch.ts';
import { Binding } from '../binding/binding.ts';
import { schema } from '../schema.ts';
import { applyRulesToComposed } from './composed.ts';
import { markdownRules } from './input-rules.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A document in which a line is written as an input method does it. */
function open(before = '') {
  const doc = documentOf([before]);
  const binding = new Binding(doc);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      doc: binding.read(),
      plugins: [binding.plugin(), markdownRules()],
    }),
    handleScrollToSelection: () => true,
  });
  const stop = applyRulesToComposed(view);
  opened.push(() => {
    stop();
    view.destroy();
  });
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
  const put = (text: string) => view.dispatch(view.state.tr.insertText(text));
  const insert = (text: string) => {
    view.dom.dispatchEvent(
      new InputEvent('beforeinput', { inputType: 'insertText', data: text, bubbles: true }),
    );
    const { from, to } = view.state.selection;
    const typed = () => view.state.tr.insertText(text);
    if (!view.someProp('handleTextInput', (handle) => handle(view, from, to, text, typed)))
      put(text);
  };
  const compose = (text: string) => {
    view.dom.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
    view.dispatch(view.state.tr.insertText(text).setMeta('composition', 1));
    view.dom.dispatchEvent(new CompositionEvent('compositionend', { data: text, bubbles: true }));
  };
  return { put, compose, insert, lines: () => sketch(doc) };
}

test.each([
  ['**fat**', '*fat*'],
  ['`code`', '`code`'],
  ['[a](https://b.org)', '<a>'],
])(
  '%s is formatted where a blank follows at once, and where that is part of it',
  async (signs, made) => {
    const followed = open('so ');
    followed.compose(signs);
    followed.insert(' ');
    expect(followed.lines()).toEqual([`so ${made} `]);
    const whole = open('so ');
    whole.compose(`${signs} `);
    await expect.poll(whole.lines).toEqual([`so ${made} `]);
    whole.insert('on');
    expect(whole.lines()).toEqual([`so ${made} on`]);
  },
);

test('what stood there before as it was meant stays when something else is composed', async () => {
  for (const composed of ['語', '語 ', ' ']) {
    const { compose, insert, lines, put } = open();
    put('**fat**');
    compose(composed);
    insert(' ');
    await new Promise((resolve) => setTimeout(resolve));
    expect(lines()).toEqual([`**fat**${composed} `]);
  }
});
