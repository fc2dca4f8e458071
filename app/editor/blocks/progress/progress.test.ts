// @vitest-environment jsdom
/** Progress bars: made, changed by several people, pasted, and drawn. */
import { expect, test } from 'vitest';
import { readBlocks } from '../../../../shared/document/body.ts';
import { createDocument } from '../../../../shared/document/create.ts';
import type { BlockContent } from '../../../../shared/document/schema.ts';
import { copyOf, documentOf, mergeAll } from '../../../../shared/document/testing/sketch.ts';
import { formatHtml } from '../../../../shared/formats/html.ts';
import { formatMarkdown, parseMarkdown } from '../../../../shared/formats/markdown.ts';
import { splitBlock } from '../../commands/commands.ts';
import { sideways } from '../../commands/sideways.ts';
import { markdownRules } from '../../input/input-rules.ts';
import { schema } from '../../schema.ts';
import { Headless } from '../../testing/headless.ts';
import { Page } from '../../testing/pasting.ts';
import { progress } from './progress.ts';

const [more, less] = progress.commands!;

function blocks({ doc }: Pick<Headless, 'doc'>): string[] {
  return readBlocks(doc).map(({ type, done, content }) =>
    [type, done ?? 0, ...content.map((run) => ('text' in run ? run.text : '?'))].join(' '),
  );
}

function withBar(done = 40): Headless {
  const editor = new Headless(documentOf(['']), {}, [markdownRules()]).select(0, 0);
  return editor.keys(`[${done}%] Walls`);
}

test('it is typed as it is written in Markdown, and typed again it says something else', () => {
  const editor = withBar();
  expect(blocks(editor)).toEqual(['progress 40 Walls']);
  editor.select(0, 0).keys('[100%] ');
  expect(blocks(editor)).toEqual(['progress 100 Walls']);
  editor.select(0, 0).keys('[0%] ');
  expect(blocks(editor)).toEqual(['progress 0 Walls']);
  editor.select(0, 0).keys('[101%] ');
  expect(blocks(editor)).toEqual(['progress 0 [101%] Walls']);
});

test('behind it one writes a paragraph', () => {
  const editor = withBar();
  editor.press(splitBlock);
  editor.keys('next');
  expect(blocks(editor)).toEqual(['progress 40 Walls', 'paragraph 0 next']);
});

test('commands let more and less of it be done, within its bounds, and undo takes that back', () => {
  const editor = withBar(85);
  editor.run(more!.run);
  editor.run(more!.run);
  expect(blocks(editor)).toEqual(['progress 100 Walls']);
  editor.run(less!.run);
  expect(blocks(editor)).toEqual(['progress 90 Walls']);
  editor.binding.undoStep(editor.view);
  expect(editor.isTrue()).toBe(true);
  expect(blocks(editor)).not.toEqual(['progress 90 Walls']);
  expect(more!.applies!(new Headless(documentOf(['text'])).select(0, 0).state)).toBe(false);
});

test('two people who change it apart have what one of them says, and all of both texts', () => {
  const a = new Headless(copyOf(withBar().doc, 2)).select(0, 0);
  const b = new Headless(copyOf(a.doc, 3)).select(0, 5);
  a.run(more!.run);
  a.type('The ');
  b.run(less!.run);
  b.run(less!.run);
  b.type(' and roof');
  mergeAll([a.doc, b.doc]);
  expect(blocks(a)).toEqual(blocks(b));
  expect(['progress 50 The Walls and roof', 'progress 20 The Walls and roof']).toContain(
    blocks(a)[0],
  );
  expect(a.isTrue() && b.isTrue()).toBe(true);
});

test('a build that does not know a type keeps all it says while its text changes', () => {
  const later: BlockContent = { type: 'gauge', done: 40, content: [{ text: 'Walls' }] };
  const doc = documentOf(['']);
  createDocument(doc, { blocks: [later] });
  const editor = new Headless(copyOf(doc, 2));
  const fields = JSON.stringify(editor.doc.getMap('fields').toJSON());
  const at = editor.state.doc.children.findIndex(({ type }) => type === schema.nodes.unknown);
  editor.select(at, 5).type(' and roof');
  expect(JSON.stringify(editor.doc.getMap('fields').toJSON())).toBe(fields);
  expect(blocks(editor)).toContain('gauge 40 Walls and roof');
});

test('Markdown and HTML keep it, and text that looks like it stays text', () => {
  const bar: BlockContent = { type: 'progress', done: 40, content: [{ text: 'Walls' }] };
  const text: BlockContent = { type: 'paragraph', content: [{ text: '[40%] Walls' }] };
  const doc = { title: 'House', blocks: [bar, text, { type: 'progress', content: [] }] };
  const source = formatMarkdown(doc);
  expect(source).toContain('[40%] Walls\n');
  expect(parseMarkdown(source).blocks).toEqual(doc.blocks);
  expect(formatHtml([bar])).toBe(
    '<p class="progress"><progress max="100" value="40">40%</progress> Walls</p>',
  );
  for (const line of ['[140%] x', '[4.5%] x', '[40%]x', '[%] x', 'see [40%] x'])
    expect(parseMarkdown(line).blocks[0]?.type, line).toBe('paragraph');
});

test('it is pasted from a page that has one, and from here with all its formatting', () => {
  const page = (html: string) => new Page().paste({ 'text/html': html, 'text/plain': '' });
  expect(blocks(page('<p><progress max="4" value="1">25%</progress> Walls</p>'))).toContain(
    'progress 25 Walls',
  );
  expect(blocks(page('<div><progress value="0.5"></progress></div><p>a</p>'))).toContain(
    'progress 50',
  );
  expect(blocks(page('<p>so far: <progress value="0.5">half</progress></p><p>b</p>'))[0]).toMatch(
    /^paragraph 0 so far/,
  );
});

test('the slider says what the block says, and what one does with it is one change', () => {
  const editor = withBar();
  const view = Object.assign(editor.view, { editable: true });
  const { nodeView } = progress.inView!(null as never);
  const drawn = nodeView(editor.state.doc.child(0), view, () => 0, [], null as never);
  const slider = (drawn.dom as HTMLElement).querySelector('input')!;
  expect(slider.getAttribute('aria-label')).toBe('Walls');
  expect(slider.getAttribute('aria-valuetext')).toBe('40%');
  slider.value = '70';
  slider.dispatchEvent(new Event('input'));
  expect(slider.getAttribute('aria-valuetext')).toBe('70%');
  expect(blocks(editor)).toEqual(['progress 40 Walls']);
  // What others say meanwhile does not take it out of one's hand.
  drawn.update!(schema.nodes.progress!.create({ done: 10 }), [], null as never);
  expect(slider.value).toBe('70');
  slider.dispatchEvent(new Event('change'));
  expect(blocks(editor)).toEqual(['progress 70 Walls']);
  drawn.update!(editor.state.doc.child(0), [], null as never);
  expect((drawn.dom as HTMLElement).querySelector('progress')!.value).toBe(70);
});

test('with the focus in the slider its own keys are the slider’s, and undo is the editor’s', () => {
  const { nodeView } = progress.inView!(null as never);
  const editor = withBar();
  const drawn = nodeView(editor.state.doc.child(0), editor.view, () => 0, [], null as never);
  const slider = (drawn.dom as HTMLElement).querySelector('input')!;
  const isSliders = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', init);
    slider.dispatchEvent(event);
    return drawn.stopEvent!(event);
  };
  expect(isSliders({ key: 'End' })).toBe(true);
  expect(isSliders({ key: 'z' })).toBe(true);
  expect(isSliders({ key: 'z', ctrlKey: true })).toBe(false);
  expect(isSliders({ key: 'Z', metaKey: true, shiftKey: true })).toBe(false);
  expect(isSliders({ key: 'y', ctrlKey: true })).toBe(false);
});

test('no command takes the keys that select words on an Apple keyboard', () => {
  expect(sideways('Right', true)).toBe('Ctrl-Meta-ArrowRight');
  expect(sideways('Left', false)).toBe('Alt-Shift-ArrowLeft');
});
