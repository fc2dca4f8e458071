// @vitest-environment jsdom
/** Files on their way into the text, while the text changes under them; and what copies say. */
import { type EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { attachmentAddress } from '../../../shared/document/attachments.ts';
import { CatalogueError } from '../../../shared/protocol/errors.ts';
import { untilHolds } from '../../../shared/testing/until-holds.ts';
import { news } from '../../ui/announce.ts';
import { offeredWith, takeBack } from '../../ui/undoable.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { FROM_BODY } from '../binding/binding.ts';
import { clipboard } from '../clipboard/clipboard.ts';
import { clipboardPart } from '../clipboard/lazy-clipboard.ts';
import { depthBetween } from '../menus/drop.ts';
import { schema } from '../schema.ts';
import { BlockSelection } from '../selection/block-selection.ts';
import { insertFiles, loadInsertion } from './arrivals.ts';
import { AttachmentSource } from './attachment-source.ts';
import type { Attachments } from './attachments.ts';
import { pickFiles } from './figure-commands.ts';
import { figures } from './figures.ts';

const id = (letter: string) => letter.repeat(64);

/** Takes in files by their first letter, refuses those called so, and notes what it is told. */
class Notes implements Attachments {
  readonly refused: string[] = [];
  readonly adopted: string[] = [];
  add = async (file: Blob) => {
    const name = (file as File).name;
    if (name.startsWith('large')) throw new CatalogueError('payload_too_large');
    return id(name[0]!);
  };
  adopt = (ids: Iterable<string>) => void this.adopted.push(...ids);
  get = () => ({ url: null, words: null, isProblem: false });
  watch = () => () => undefined;
  retry = () => undefined;
  save = async () => undefined;
  refuse = (name: string) => void this.refused.push(name);
  offersPages = async () => false;
  page = async () => ({ title: '', description: '', picture: null });
}

const opened: EditorView[] = [];
beforeAll(clipboardPart.load);

afterEach(() => {
  for (const view of opened.splice(0)) view.destroy();
});

interface Page {
  view: EditorView;
  attachmentSource: AttachmentSource;
  notes: Notes;
  lines: () => string[];
  change: (make: (state: EditorState) => EditorState['tr']) => void;
}

/** Blocks as `depth text`; the caret is behind the first `|`. */
async function open(lines: readonly string[], editable = () => true): Promise<Page> {
  await loadInsertion();
  const { EditorState } = await import('prosemirror-state');
  const attachmentSource = new AttachmentSource();
  const blocks = lines.map((line) => {
    const [depth, text] = [Number(line[0]), line.slice(2).replace('|', '')];
    return schema.node('paragraph', { depth, id: line }, text ? schema.text(text) : undefined);
  });
  const doc = schema.node('doc', null, blocks);
  let caret = 1;
  doc.forEach((_, at, index) => {
    const offset = lines[index]!.indexOf('|');
    if (offset >= 0) caret = at + 1 + offset - 2;
  });
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      doc,
      selection: TextSelection.create(doc, caret),
      plugins: [figures(attachmentSource), clipboard()],
    }),
    editable,
    handleScrollToSelection: () => true,
  });
  opened.push(view);
  return {
    view,
    attachmentSource,
    notes: new Notes(),
    change: (make) => view.dispatch(make(view.state)),
    lines: () =>
      view.state.doc.children.map(
        ({ attrs, textContent }) =>
          `${attrs.depth} ${attrs.name ? `[${attrs.name}]` : textContent}`,
      ),
  };
}

const file = (name: string) => new File([name], name, { type: 'text/plain' });

describe('files land', () => {
  test('behind the line they were pasted in, whatever others write before they are read', async () => {
    const page = await open(['0 one', '0 two| more', '1 nested', '0 three']);
    insertFiles(page.view, [file('a.txt'), file('large.txt'), file('b.txt')]);
    page.change(({ tr }) => tr.insertText('others ', 1).setMeta(FROM_BODY, true));
    page.change(({ tr }) =>
      tr
        .insert(0, schema.node('paragraph', { id: 'x' }, schema.text('zero')))
        .setMeta(FROM_BODY, true),
    );
    page.attachmentSource.set(page.notes);
    await untilHolds(() =>
      expect(page.lines()).toEqual([
        '0 zero',
        '0 others one',
        '0 two more',
        '1 nested',
        '0 [a.txt]',
        '0 [b.txt]',
        '0 three',
      ]),
    );
    expect(page.notes.refused).toEqual(['large.txt']);
    expect(page.view.state.selection.$head.parent.textContent).toBe('two more');
    expect(page.view.state.doc.child(4).attrs).toMatchObject({
      src: attachmentAddress(id('a')),
      size: 5,
      mime: 'text/plain',
    });
  });

  test('before an empty line, which one goes on in; at the end of a text a new line follows', async () => {
    const empty = await open(['0 one', '0 |', '0 three']);
    empty.attachmentSource.set(empty.notes);
    insertFiles(empty.view, [file('a.txt')]);
    await untilHolds(() => expect(empty.lines()).toEqual(['0 one', '0 [a.txt]', '0 ', '0 three']));
    expect(empty.view.state.selection.$head.index(0)).toBe(2);
    const end = await open(['1 one|']);
    end.attachmentSource.set(end.notes);
    insertFiles(end.view, [file('a.txt')]);
    await untilHolds(() => expect(end.lines()).toEqual(['1 one', '1 [a.txt]', '1 ']));
    expect(end.view.state.selection.$head.index(0)).toBe(2);
  });

  test('where they were dropped, at a depth that takes no child from its parent', async () => {
    const page = await open(['0 list|', '1 child', '0 next']);
    page.attachmentSource.set(page.notes);
    const { doc } = page.view.state;
    expect([0, 1, 2, 3].map((target) => depthBetween(doc, target, 0))).toEqual([0, 1, 0, 0]);
    // A line that holds nothing is not begun to be nested in.
    expect([0, 1, 2, 3].map((target) => depthBetween(doc, target, 5))).toEqual([0, 1, 1, 0]);
    insertFiles(page.view, [file('a.txt')], { target: 1, depth: 1 });
    await untilHolds(() =>
      expect(page.lines()).toEqual(['0 list', '1 [a.txt]', '1 child', '0 next']),
    );
  });

  test('without the caret of whoever has written on by then, there or elsewhere', async () => {
    const asksToStay = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const landings = [null, { target: 0, depth: 0 }, { target: 2, depth: 0 }];
    for (const landing of landings)
      for (const elsewhere of [false, true]) {
        const page = await open(['0 one|', '0 ']);
        insertFiles(page.view, [file('a.txt')], landing);
        expect(waitingInput.get()).toBe(true);
        expect(asksToStay()).toBe(true);
        if (elsewhere) page.change(({ tr, doc }) => tr.setSelection(TextSelection.create(doc, 6)));
        page.change(({ tr }) => tr.insertText('hel'));
        page.attachmentSource.set(page.notes);
        await untilHolds(() => expect(page.lines()).toContain('0 [a.txt]'));
        page.change(({ tr }) => tr.insertText('lo'));
        const texts = page.lines().filter((line) => line !== '0 [a.txt]');
        expect(texts).toEqual(elsewhere ? ['0 one', '0 hello'] : ['0 onehello', '0 ']);
        await untilHolds(() => expect(waitingInput.get()).toBe(false));
        expect(asksToStay()).toBe(false);
      }
    // Whoever has not gets what was dropped selected, as ever.
    const page = await open(['0 one|', '0 two']);
    insertFiles(page.view, [file('a.txt')], { target: 1, depth: 0 });
    page.change(({ tr }) => tr.insertText('others ', 1).setMeta(FROM_BODY, true));
    page.attachmentSource.set(page.notes);
    await untilHolds(() => expect(page.lines()).toContain('0 [a.txt]'));
    expect(page.view.state.selection).toBeInstanceOf(BlockSelection);
  });

  test('nowhere, if one may not write any more by the time they are read', async () => {
    let mayWrite = true;
    const page = await open(['0 one|'], () => mayWrite);
    const dispatched = vi.spyOn(page.view, 'dispatch');
    insertFiles(page.view, [file('a.txt')]);
    mayWrite = false;
    page.attachmentSource.set(page.notes);
    // The place that was kept for it is given back in the same turn in which it would be put there.
    await untilHolds(() => expect(dispatched).toHaveBeenCalledTimes(2));
    expect(page.lines()).toEqual(['0 one']);
  });
});

test('what is pasted with pictures that cannot be read is there as text, which HTML has, too', async () => {
  // A test page knows no clipboard events.
  vi.stubGlobal('ClipboardEvent', Event);
  for (const plain of ['', 'from elsewhere']) {
    const page = await open(['0 one|']);
    page.notes.refuse = () => {
      throw new Error('The storage is gone.');
    };
    const html = '<p>from <b>elsewhere</b></p><img src="data:image/png;base64,AA==">';
    const getData = (type: string) => ({ 'text/html': html, 'text/plain': plain })[type] ?? '';
    const event = new Event('paste', { bubbles: true, cancelable: true });
    page.view.dom.dispatchEvent(Object.assign(event, { clipboardData: { files: [], getData } }));
    expect(waitingInput.get()).toBe(true);
    page.attachmentSource.set(page.notes);
    await untilHolds(() => expect(page.lines().join()).toContain('from elsewhere'));
    expect(waitingInput.get()).toBe(false);
  }
  vi.unstubAllGlobals();
});

test('a picture that is copied keeps its sizes, and is named to the document it is pasted in', async () => {
  const page = await open(['0 one|']);
  page.attachmentSource.set(page.notes);
  const html =
    `<meta><figure class="image" data-pm-slice="0 0 []"><img src="${attachmentAddress(id('c'))}" ` +
    'alt="A hill" width="320" data-pixels="1200x800"><figcaption>In May</figcaption></figure>';
  // A test page knows no clipboard events.
  page.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  const image = page.view.state.doc.children.find(({ type }) => type.name === 'image');
  expect(image?.attrs).toMatchObject({
    src: attachmentAddress(id('c')),
    alt: 'A hill',
    width: 320,
    pixelWidth: 1200,
    pixelHeight: 800,
  });
  expect(image?.textContent).toBe('In May');
  await untilHolds(() => expect(page.notes.adopted).toEqual([id('c')]));
});

test('a picture that is all of a page is pasted, and a caption that is copied is text', async () => {
  const page = await open(['0 |']);
  page.attachmentSource.set(page.notes);
  const paste = (html: string) => page.view.pasteHTML(html, new Event('paste') as ClipboardEvent);
  paste('<html><body><p><img src="https://example.org/far.png" alt="Far away"></p></body></html>');
  const types = () => page.view.state.doc.children.map(({ type }) => type.name);
  expect(types()[0]).toBe('image');
  const image = page.view.state.doc.child(0);
  expect(image.attrs).toMatchObject({ src: 'https://example.org/far.png', alt: 'Far away' });
  page.change(({ tr }) => tr.insertText('A caption', 1));
  page.change(({ tr }) => tr.setSelection(TextSelection.create(tr.doc, 3, 10)));
  const { dom } = page.view.serializeForClipboard(page.view.state.selection.content());
  expect(dom.querySelector('img')).toBeNull();
  expect(dom.textContent).toBe('caption');
});

test('where a browser opens files no more, since the key was too long ago, they are offered', async () => {
  const page = await open(['0 one|']);
  const asked = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  const activation = { isActive: true };
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator), { userActivation: activation }),
  );
  const choose = () => pickFiles('image/*')(page.view.state, () => undefined, page.view);
  choose();
  expect(asked).toHaveBeenCalledTimes(1);
  activation.isActive = false;
  choose();
  expect(asked).toHaveBeenCalledTimes(1);
  const offer = offeredWith(news());
  expect(offer?.label).toBe('Choose files');
  takeBack(offer!);
  expect(asked).toHaveBeenCalledTimes(2);
  // What asks is in the page for as long as it does, and once.
  const asking = () => [...document.querySelectorAll<HTMLInputElement>('input[type=file]')];
  expect(asking()).toEqual(asked.mock.contexts.slice(-1));
  asking()[0]!.dispatchEvent(new Event('cancel'));
  expect(asking()).toEqual([]);
  // In a document that was left meanwhile nothing is asked any more.
  choose();
  const late = offeredWith(news())!;
  page.view.destroy();
  takeBack(late);
  expect(asked).toHaveBeenCalledTimes(2);
  expect(asking()).toEqual([]);
  vi.unstubAllGlobals();
  asked.mockRestore();
});
