// @vitest-environment jsdom
/** Keys that wait for parts of the app which come in any order, or never. */
import { EditorState, Plugin } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { seededChance } from '../../../shared/testing/seeded.ts';
import { waitingInput } from '../../ui/waiting-input.ts';
import { schema } from '../schema.ts';
import { heldKeys, hold, moveKeys, waitBehind } from './held-keys.ts';

/** A part of the app that knows one key. */
class Part {
  readonly key: string;
  isHere = false;
  /** What is typed behind the key is for this. */
  opens: Promise<void> | null = null;
  readonly #arrival = Promise.withResolvers<void>();
  readonly load = () => this.#arrival.promise;
  readonly plugin: Plugin;

  constructor(key: string, done: string[]) {
    this.key = key;
    // Of one that fails while nothing waits for it nobody hears.
    this.load().catch(() => undefined);
    this.plugin = new Plugin({
      props: {
        handleKeyDown: (view, event) => {
          if (event.key !== key) return false;
          if (!this.isHere && hold(view, event, this.load)) return true;
          done.push(this.isHere ? key : `${key} alone`);
          if (this.opens) waitBehind(view, this.opens);
          return true;
        },
      },
    });
  }

  async come(): Promise<void> {
    this.isHere = true;
    this.#arrival.resolve();
    await tick();
  }

  async fail(): Promise<void> {
    this.#arrival.reject(new Error('There is no network.'));
    await tick();
  }
}

const tick = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};

const done: string[] = [];
const views: EditorView[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  done.length = 0;
});
afterEach(() => {
  for (const view of views.splice(0)) view.destroy();
  vi.useRealTimers();
});

function desk(keys: readonly string[]) {
  const parts = keys.map((key) => new Part(key, done));
  const view = new EditorView(document.body.appendChild(document.createElement('div')), {
    state: EditorState.create({
      schema,
      plugins: [
        heldKeys(),
        ...parts.map(({ plugin }) => plugin),
        // What needs no part.
        new Plugin({
          props: {
            handleKeyDown: (_view, { key }) => done.push(key) > 0,
          },
        }),
      ],
    }),
  });
  views.push(view);
  view.focus();
  const press = (...pressed: string[]) => {
    for (const key of pressed)
      view.dom.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
      );
  };
  return { view, parts, press };
}

test('keys that wait for different parts take effect in their order, whichever comes first', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    done.length = 0;
    const { parts, press } = desk(['F1', 'F2']);
    press('a', 'F1', 'b', 'F2', 'F1', 'c');
    expect(done).toEqual(['a']);
    await parts[order[0]!]!.come();
    press('d');
    await parts[order[1]!]!.come();
    expect(done).toEqual(['a', 'F1', 'b', 'F2', 'F1', 'c', 'd']);
    press('e', 'F2');
    expect(done.slice(7)).toEqual(['e', 'F2']);
  }
});

test('a part that does not come is waited for once; what it knows is only a key then', async () => {
  const { parts, press } = desk(['F1', 'F2']);
  press('F1', 'a', 'F2', 'F1', 'b');
  await parts[0]!.fail();
  expect(done).toEqual(['F1 alone', 'a']);
  press('c');
  await parts[1]!.come();
  expect(done).toEqual(['F1 alone', 'a', 'F2', 'F1 alone', 'b', 'c']);
});

test('nothing waits longer than some seconds, nor when one clicks or composes', async () => {
  const { view, press } = desk(['F1', 'F2']);
  press('F1', 'a', 'F2', 'b');
  await vi.advanceTimersByTimeAsync(4000);
  expect(done).toEqual(['F1 alone', 'a']);
  await vi.advanceTimersByTimeAsync(4000);
  expect(done).toEqual(['F1 alone', 'a', 'F2 alone', 'b']);
  for (const end of [
    () => dispatchEvent(new Event('pointerdown')),
    () => dispatchEvent(new Event('pagehide')),
    // The last that a phone tells of a page.
    () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
    () => press('Dead'),
    () => view.dom.dispatchEvent(new KeyboardEvent('keydown', { key: 'x', keyCode: 229 })),
  ]) {
    done.length = 0;
    press('F1', 'a', 'F2', 'b');
    expect(done).toEqual([]);
    end();
    expect(done.slice(0, 4)).toEqual(['F1 alone', 'a', 'F2 alone', 'b']);
  }
});

test('keys are for the text in which they were pressed, wherever the focus goes', async () => {
  for (const end of [
    async (part: Part) => part.come(),
    async (part: Part) => part.fail(),
    async () => vi.advanceTimersByTimeAsync(4000),
  ]) {
    done.length = 0;
    const { view, parts, press } = desk(['F1']);
    const field = document.body.appendChild(document.createElement('input'));
    press('F1', 'a', 'ArrowLeft');
    field.focus();
    await end(parts[0]!);
    expect(done.map((key) => key.replace(' alone', ''))).toEqual(['F1', 'a', 'ArrowLeft']);
    expect(document.activeElement).toBe(field);
    view.focus();
    press('F1', 'b');
    if (!parts[0]!.isHere) await vi.advanceTimersByTimeAsync(4000);
    expect(done.slice(3).map((key) => key.replace(' alone', ''))).toEqual(['F1', 'b']);
    field.remove();
  }
});

test('nothing waits any more in a text that is gone', () => {
  const { view, press } = desk(['F1']);
  press('F1', 'a');
  expect(waitingInput.get()).toBe(true);
  view.destroy();
  expect(waitingInput.get()).toBe(false);
});

test('a key that fails takes none of those behind it along', async () => {
  const { parts, press, view } = desk(['F1', 'F2']);
  const report = vi.spyOn(console, 'error').mockImplementation(() => {});
  press('F1', 'F2', 'a');
  const failing = vi.spyOn(view, 'someProp').mockImplementationOnce(() => {
    throw new Error('It does not work.');
  });
  await parts[0]!.come();
  expect(report).toHaveBeenCalledTimes(1);
  failing.mockRestore();
  report.mockRestore();
  press('b');
  expect(done).toEqual([]);
  await parts[1]!.come();
  expect(done).toEqual(['F2', 'a', 'b']);
});

test('what is typed behind a command waits for what that opens', async () => {
  const { view, press } = desk([]);
  const field = document.body.appendChild(document.createElement('input'));
  const typed = vi.fn(() => true);
  Object.assign(document, { execCommand: typed });
  const opened = Promise.withResolvers<void>();
  waitBehind(view, opened.promise);
  // Nothing is typed yet, and so nothing waits.
  expect(waitingInput.get()).toBe(false);
  press('a', 'b');
  expect([waitingInput.get(), done]).toEqual([true, []]);
  field.focus();
  opened.resolve();
  await tick();
  expect(typed.mock.calls).toEqual([
    ['insertText', false, 'a'],
    ['insertText', false, 'b'],
  ]);
  expect([waitingInput.get(), done, document.activeElement]).toEqual([false, [], field]);
  field.remove();
});

test('a field that opens hears of each key, and what it does not know the browser does', async () => {
  const { view, press } = desk([]);
  const field = document.body.appendChild(document.createElement('textarea'));
  const did = vi.fn(() => true);
  Object.assign(document, { execCommand: did });
  const heard: string[] = [];
  field.addEventListener('keydown', (event) => {
    heard.push(`${event.ctrlKey ? 'Control+' : ''}${event.key}`);
    if (event.key !== 'Backspace') event.preventDefault();
  });
  const opened = Promise.withResolvers<void>();
  waitBehind(view, opened.promise);
  press('a', 'Backspace', 'Enter', '🚢');
  const send = { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true };
  view.dom.dispatchEvent(new KeyboardEvent('keydown', send));
  expect(heard).toEqual([]);
  field.focus();
  opened.resolve();
  await tick();
  expect(heard).toEqual(['Backspace', 'Enter', 'Control+Enter']);
  expect(did.mock.calls).toEqual([
    ['insertText', false, 'a'],
    ['delete'],
    ['insertText', false, '🚢'],
  ]);
  expect(done).toEqual([]);
  field.remove();
});

test('where nothing opens it is typed in the text, after some seconds or as soon as that is known', async () => {
  const { view, press } = desk([]);
  const never = new Promise(() => {});
  waitBehind(view, never);
  press('a');
  await vi.advanceTimersByTimeAsync(4000);
  waitBehind(view, Promise.reject(new Error('It does not open.')));
  press('b');
  await tick();
  waitBehind(view, never);
  press('c');
  dispatchEvent(new Event('pointerdown'));
  expect(done).toEqual(['a', 'b', 'c']);
});

test('a command that waited has what is behind it wait for what it opens', async () => {
  const { parts, press } = desk(['F1']);
  const opened = Promise.withResolvers<void>();
  parts[0]!.opens = opened.promise;
  press('F1', 'a', 'b');
  await parts[0]!.come();
  expect(done).toEqual(['F1']);
  opened.resolve();
  await tick();
  expect(done).toEqual(['F1', 'a', 'b']);
});

test('what waits in a view is done in the one that takes its place, once', async () => {
  const [before, after] = [desk([]), desk([])];
  before.view.focus();
  waitBehind(before.view, new Promise(() => {}));
  before.press('a', 'b');
  before.view.destroy();
  expect(done).toEqual([]);
  after.view.focus();
  moveKeys(before.view, after.view);
  await vi.advanceTimersByTimeAsync(4000);
  expect(done).toEqual(['a', 'b']);
  expect(waitingInput.get()).toBe(false);
});

test('who waits again waits as long again', async () => {
  const { press } = desk(['F1']);
  press('F1');
  await vi.advanceTimersByTimeAsync(3000);
  dispatchEvent(new Event('pointerdown'));
  expect(done.splice(0)).toEqual(['F1 alone']);
  press('F1', 'a');
  await vi.advanceTimersByTimeAsync(3000);
  expect(done).toEqual([]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(done).toEqual(['F1 alone', 'a']);
});

test('any keys and any arrivals: nothing overtakes, nothing is lost', async () => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  const chance = seededChance(seed);
  for (let round = 0; round < 200; round++) {
    done.length = 0;
    const { parts, press } = desk(['F1', 'F2', 'F3']);
    const pressed: string[] = [];
    for (let step = 0; step < 20; step++) {
      const part = parts[chance(3)]!;
      const act = chance(12);
      if (act === 0) await part.come();
      else if (act === 1 && !part.isHere) await part.fail();
      else {
        const key = ['F1', 'F2', 'F3', 'a', 'b'][chance(5)]!;
        pressed.push(key);
        press(key);
      }
      const so = done.map((key) => key.replace(' alone', ''));
      expect(so, `seed ${seed}, round ${round}`).toEqual(pressed.slice(0, so.length));
      // What waits counts as such, or the page would say that it is saved.
      expect(waitingInput.get(), `seed ${seed}, round ${round}`).toBe(so.length < pressed.length);
    }
    for (let wait = 0; wait < 30; wait++) await vi.advanceTimersByTimeAsync(4000);
    const all = done.map((key) => key.replace(' alone', ''));
    expect(all, `seed ${seed}, round ${round}`).toEqual(pressed);
  }
});
