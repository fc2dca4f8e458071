/**
 * A real browser of any maker, driven from outside: real keys, real clicks, and a look into the page.
 *
 * Invariant: what is written here is the same for all of them; what one of them does otherwise is its
 * own file's business.
 */

import { setTimeout as pause } from 'node:timers/promises';

/** How often is looked whether another page is there, ms. */
const RELOAD_LOOK_MS = 30;

export interface Browser {
  /** The maker's name and the version, such as `Firefox 153.0`. */
  readonly version: string;
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page, which is sent there as it is written. */
  run<Args extends readonly unknown[], Result>(
    work: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** The same, of a function that was put together as text. */
  runSource(work: string, ...args: readonly unknown[]): Promise<unknown>;
  /** Keys that are pressed together, such as `Control+Shift+ArrowLeft`. */
  press(keys: string): Promise<void>;
  /** Types key by key; a line end is Enter. */
  type(text: string): Promise<void>;
  click(x: number, y: number, times?: number): Promise<void>;
  /** Prints to a PDF; null where the browser cannot be asked for one. */
  print: (() => Promise<Uint8Array>) | null;
  quit(): Promise<void>;
}

/** Starts one with a profile of its own, whose network is a proxy. */
export type StartBrowser = (proxy: string) => Promise<Browser>;

/** Names of keys, as the WebDriver standard writes them. */
const KEYS: Readonly<Record<string, string>> = {
  Control: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Backspace: '\uE003',
  Delete: '\uE017',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  F10: '\uE03A',
};

/** Sends a command of the WebDriver standard. */
export type Send = (command: Command, parameters: Record<string, unknown>) => Promise<unknown>;
export type Command = 'url' | 'back' | 'execute' | 'actions';

/** A browser that speaks WebDriver, over whichever wire. */
export function overWebDriver(
  send: Send,
): Pick<Browser, 'goto' | 'reload' | 'back' | 'run' | 'runSource' | 'press' | 'type' | 'click'> {
  const keys = (actions: unknown[]) =>
    send('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  const runSource = (work: string, ...args: readonly unknown[]) =>
    send('execute', { script: `return (${work})(...arguments);`, args });
  return {
    goto: async (address) => void (await send('url', { url: address })),
    // Firefox leaves the service worker out where WebDriver reloads, which no person's reload does.
    reload: async () => {
      await runSource(
        `() => { document.documentElement.dataset.isOld = 'yes'; location.reload(); }`,
      );
      // While one page goes and the next one comes there may be none to ask.
      const isNew = () =>
        runSource(
          `() => !document.documentElement.dataset.isOld && document.readyState === 'complete'`,
        ).catch(() => false);
      while (!(await isNew())) await pause(RELOAD_LOOK_MS);
    },
    back: async () => void (await send('back', {})),
    run: async (work, ...args) => (await runSource(String(work), ...args)) as never,
    runSource,
    press: async (together) => {
      const values = together.split('+').map((key) => KEYS[key] ?? key);
      await keys([...values.map(down), ...values.reverse().map(up)]);
    },
    type: async (text) => {
      const values = [...text].map((key) => (key === '\n' ? KEYS.Enter! : key));
      await keys(values.flatMap((value) => [down(value), up(value)]));
    },
    click: async (x, y, times = 1) => {
      const place = { x: Math.round(x), y: Math.round(y), origin: 'viewport' };
      await send('actions', {
        actions: [
          {
            type: 'pointer',
            id: 'mouse',
            parameters: { pointerType: 'mouse' },
            actions: [
              { type: 'pointerMove', duration: 0, ...place },
              ...Array.from({ length: times }, () => [
                { type: 'pointerDown', button: 0 },
                { type: 'pointerUp', button: 0 },
              ]).flat(),
            ],
          },
        ],
      });
    },
  };
}
