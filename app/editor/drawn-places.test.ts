// @vitest-environment jsdom
/** Places that several want to be seen at once. */
import { EditorState } from 'prosemirror-state';
import { Decoration, EditorView } from 'prosemirror-view';
import { expect, it } from 'vitest';
import { drawPlaces } from './draw-places.ts';
import { drawnPlaces } from './drawn-places.ts';
import { schema } from './schema.ts';

it('are drawn each under a name of their own, and go with the text', () => {
  const paragraph = schema.nodes.paragraph!.create({ id: 'a' }, schema.text('one two three'));
  const view = new EditorView(null, {
    state: EditorState.create({
      doc: schema.nodes.doc!.create(null, paragraph),
      plugins: [drawnPlaces()],
    }),
  });
  const draw = (by: string, from: number, to: number) =>
    drawPlaces(view, by, (spec) => [Decoration.inline(from, to, { class: by }, spec)]);
  const drawn = (by: string) => [...view.dom.querySelectorAll(`.${by}`)].map((e) => e.textContent);
  draw('found', 1, 4);
  draw('unsent', 5, 8);
  view.dispatch(view.state.tr.insertText('… ', 1));
  expect([drawn('found'), drawn('unsent')]).toEqual([['one'], ['two']]);
  draw('found', 11, 16);
  expect([drawn('found'), drawn('unsent')]).toEqual([['three'], ['two']]);
  drawPlaces(view, 'found', () => []);
  expect([drawn('found'), drawn('unsent')]).toEqual([[], ['two']]);
  const before = view.state;
  drawPlaces(view, 'found', () => []);
  expect(view.state).toBe(before);
  view.destroy();
});
