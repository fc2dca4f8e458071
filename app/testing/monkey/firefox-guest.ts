/**
 * Somebody at a Firefox, in a round: real keys and clicks by WebDriver.
 *
 * Invariant: what runs in a page finds there what looks need, whatever page it is by then; a page's
 * exceptions are asked for before it goes.
 */
import { openLine } from '../../e2e/support/line.ts';
import { startFirefox } from '../browsers/firefox.ts';
import { letLook } from './look.ts';
import { type Guest, type Screen, until } from './screen.ts';

const APP_WITHIN_MS = 60_000;

declare global {
  interface Document {
    /** What went wrong in this page. */
    faultsHere?: string[];
  }
}

/** @param program where Firefox is */
export async function arriveInFirefox(name: string, program: string): Promise<Guest> {
  const line = await openLine();
  const browser = await startFirefox(program, line.address, {
    // Programs read and write the clipboard here without a person's leave.
    'dom.events.testing.asyncClipboard': true,
  });
  const faults: string[] = [];
  // Unlike a function, what is put together as text carries the other ones into the page.
  const run: Screen['run'] = async (work, arg) =>
    (await browser.runSource(
      `async (arg) => { (${letLook})(); (${heedFaults})(); return (${work})(arg); }`,
      arg,
    )) as never;
  const gather = async () => {
    faults.push(...(await run(() => document.faultsHere?.splice(0) ?? [], null)));
  };
  const keysOf = (keys: string) => keys.replace('ControlOrMeta', 'Control');
  const screen: Screen = {
    page: null,
    goto: (address) => browser.goto(address),
    reload: async () => {
      await gather();
      await browser.reload();
    },
    close: () => browser.quit(),
    run,
    press: (keys) => browser.press(keysOf(keys)),
    type: (text) => browser.type(text),
    insert: (text) => browser.type(text),
    click: ({ x, y }, times) => browser.click(x, y, times),
    takeFaults: async () => {
      await gather();
      return faults.splice(0);
    },
  };
  return {
    name,
    screen,
    openTab: null,
    goOffline: async () => line.cut(),
    goOnline: async () => line.mend(),
    canComeBackOffline: () =>
      until('the app on this device', APP_WITHIN_MS, () =>
        run(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration?.active?.state === 'activated';
        }, null),
      ),
    leave: async () => {
      await browser.quit();
      await line.close();
    },
  };
}

/** Runs in a page: remembers there what nothing in it catches, and what it complains of. */
function heedFaults(): void {
  if (document.faultsHere) return;
  const faults: string[] = [];
  document.faultsHere = faults;
  addEventListener('error', ({ message, error }) => {
    // No exception: what it was told too late for this frame it is told in the next.
    if (message.startsWith('ResizeObserver loop')) return;
    faults.push(`threw ${message} ${(error as Error | null)?.stack ?? ''}`);
  });
  addEventListener('unhandledrejection', ({ reason }) =>
    faults.push(`threw ${String(reason)} ${(reason as Error | null)?.stack ?? ''}`),
  );
  const { error } = console;
  console.error = (...values: unknown[]) => {
    error(...values);
    const stacks = values.map((value) => (value as Partial<Error> | null)?.stack ?? '');
    faults.push(`said: ${[...values.map(String), ...stacks].join(' ')}`);
  };
}
