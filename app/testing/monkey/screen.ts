/**
 * What a person of a round has in front of them: one page of one browser, of whichever maker.
 *
 * Invariant: what is asked of a page runs in it as one function with one argument, and both come and
 * go as plain data; so acts and looks are the same in all of them.
 */
import type { Page } from '@playwright/test';
import type { Person } from '../../e2e/support/person.ts';

export interface Spot {
  x: number;
  y: number;
}

export interface Screen {
  /** For menus, dragging and input methods, which are tried with Playwright's browsers; else null. */
  readonly page: Page | null;
  goto(address: string): Promise<void>;
  reload(): Promise<void>;
  close(): Promise<void>;
  run<Arg, Result>(work: (arg: Arg) => Result | Promise<Result>, arg: Arg): Promise<Result>;
  /** Keys that are pressed together, such as `ControlOrMeta+Shift+z`. */
  press(keys: string): Promise<void>;
  /** Key by key. */
  type(text: string): Promise<void>;
  /** As a keyboard for other scripts, or a panel of emoji, brings it. */
  insert(text: string): Promise<void>;
  click(spot: Spot, times?: number): Promise<void>;
  /** What the page threw or complained about since this was asked last. */
  takeFaults(): Promise<string[]>;
}

/** Somebody with a browser of their own. */
export interface Guest {
  readonly name: string;
  readonly screen: Screen;
  /** Another tab of the same browser; null where one cannot have two. */
  readonly openTab: (() => Promise<Screen>) | null;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** Waits until the app can come back without a network. */
  canComeBackOffline(): Promise<void>;
  leave(): Promise<void>;
}

/** Of somebody whom Playwright drives. */
export function guestAt(person: Person): Guest {
  const screenOf = ({ page, crashes, complaints }: Person): Screen => ({
    page,
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    close: () => page.close(),
    run: (work, arg) =>
      // Its own type of the same, which takes what was handed over apart.
      page.evaluate(work as Parameters<Page['evaluate']>[0], arg) as Promise<never>,
    press: (keys) => page.keyboard.press(keys),
    type: (text) => page.keyboard.type(text),
    insert: (text) => page.keyboard.insertText(text),
    click: ({ x, y }, times = 1) => page.mouse.click(x, y, { clickCount: times }),
    takeFaults: async () => [
      ...crashes.splice(0).map((crash) => `threw ${crash}`),
      ...complaints.splice(0).map((complaint) => `said: ${complaint}`),
    ],
  });
  return {
    name: person.name,
    screen: screenOf(person),
    openTab: async () => screenOf(await person.openTab()),
    goOffline: () => person.goOffline(),
    goOnline: () => person.goOnline(),
    canComeBackOffline: () => person.canComeBackOffline(),
    leave: () => person.leave(),
  };
}

/** Waits until something is so. @throws with `what` if it does not come to be */
export async function until(what: string, withinMs: number, isSo: () => Promise<boolean>) {
  const deadline = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`In vain was waited for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
