// @vitest-environment jsdom
/** What is found while somebody does something else. */
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { expect, test } from 'vitest';
import { untilHolds } from '../../../shared/testing/until-holds.ts';
import { schema } from '../schema.ts';
import { Finder, replaceMatches } from './finder.ts';
import { compile, matchesIn } from './search-text.ts';

const WANTED = { text: 'two 🍎', matchCase: false, wholeWord: false, isExpression: false };

function open() {
  const paragraph = (text: string) => schema.node('paragraph', { id: text }, schema.text(text));
  const doc = schema.node('doc', null, [paragraph('one'), paragraph('two 🍎 three')]);
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({ doc }),
  });
  // A test page has no layout.
  view.coordsAtPos = () => ({ left: 0, right: 0, top: 0, bottom: 0 });
  view.posAtCoords = () => null;
  return { view, finder: new Finder(view, () => 0) };
}

test('what is found is selected, and not where somebody has begun to write by then', async () => {
  for (const writes of [false, true]) {
    const { view, finder } = open();
    finder.look(WANTED);
    if (writes) {
      view.focus();
      view.dispatch(view.state.tr.setSelection(TextSelection.create(view.state.doc, 4)));
    }
    await untilHolds(() => expect(finder.findings.matches).toHaveLength(1));
    const { from, to } = finder.findings.matches[0]!;
    expect(view.state.doc.textBetween(from, to)).toBe('two 🍎');
    expect(view.state.selection.from).toBe(writes ? 4 : from);
    expect(finder.findings.current).toBe(writes ? -1 : 0);
    // From there it goes on by a button of the panel.
    finder.next();
    expect(view.state.selection.from).toBe(from);
    finder.close();
    view.destroy();
  }
});

test('one after the other is replaced, though what is put in holds what one looks for', async () => {
  const { view, finder } = open();
  finder.look({ ...WANTED, text: 'e' });
  await untilHolds(() => expect(finder.findings.matches).toHaveLength(3));
  for (let press = 0; press < 3; press++) await finder.replace('<e>');
  expect(view.state.doc.textContent).toBe('on<e>two 🍎 thr<e><e>');
  finder.close();
  view.destroy();
});

test('what is put in for an expression has the objects and breaks that it has found', () => {
  const day = schema.node('object', { embed: { object: 'date', date: '2026-03-04' } });
  const line = [schema.text('due '), day, schema.text('\uFFFC, '), day, schema.node('break')];
  const doc = schema.node('doc', null, [schema.node('paragraph', { id: 'a' }, line)]);
  const wanted = { ...WANTED, text: '(due) (.)(.), (.\\n)', isExpression: true };
  for (const [replacement, gives] of [
    ['$4$3 $2', ['object', 'break', '\uFFFC ', 'object']],
    ['$&$&', [...line, ...line].map((node) => node.text ?? node.type.name)],
    ['$1', ['due']],
    ['\uFFFC$2', ['\uFFFC', 'object']],
  ] as const) {
    const matches = matchesIn('due \uFFFC\uFFFC, \uFFFC\n', compile(wanted), wanted, replacement);
    const { tr } = EditorState.create({ doc });
    const after = replaceMatches(tr, new Map([[1, matches]])).doc.child(0);
    expect(after.children.map((node) => node.text ?? node.type.name)).toEqual(gives);
  }
});
