/**
 * Somebody at a browser of any maker.
 *
 * Invariant: they act by real keys and clicks, find things by their accessible names, and wait for
 * what they see, never for a time.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { placeInText, readLines } from '../../e2e/support/in-page.ts';
import type { Line } from '../../e2e/support/line.ts';
import type { Browser } from './browser.ts';

const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 40;

interface Spot {
  x: number;
  y: number;
}

const BODY = `document.querySelector('[role=textbox][aria-label="Document body"]')`;
const SPOT_IN_BODY = `(wanted) => {
  const body = ${BODY};
  return body?.textContent.includes(wanted.text) ? (${placeInText})(body, wanted) : null;
}`;
const LINES_OF_BODY = `() => {
  const body = ${BODY};
  return body ? (${readLines})(body) : [];
}`;

export class Driver {
  readonly name: string;
  readonly browser: Browser;
  readonly line: Line;
  readonly #origin: string;

  constructor(name: string, browser: Browser, line: Line, origin: string) {
    this.name = name;
    this.browser = browser;
    this.line = line;
    this.#origin = origin;
  }

  /** Looks until something is so. */
  async until<Value>(
    what: string,
    look: () => Promise<Value>,
    isRight: (value: Value) => boolean,
  ): Promise<Value> {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      const value = await look();
      if (isRight(value)) return value;
      if (Date.now() > deadline)
        throw new Error(`${this.name} waited for ${what}; there was ${JSON.stringify(value)}`);
      await pause(LOOK_EVERY_MS);
    }
  }

  async openLibrary(): Promise<void> {
    await this.browser.goto(`${this.#origin}/`);
    await this.sees('button', 'New document');
  }

  async newDocument(): Promise<void> {
    await this.click('button', 'New document');
    await this.#textIsThere('false');
    await this.into('textbox', 'Document body');
  }

  /** Opens what somebody sent. */
  async open(address: string, role: 'editor' | 'viewer' = 'editor'): Promise<void> {
    await this.browser.goto(address);
    await this.#textIsThere(role === 'viewer' ? 'true' : 'false');
  }

  async #textIsThere(isReadOnly: 'true' | 'false'): Promise<void> {
    await this.until(
      'the text',
      () => this.browser.run(readAttribute, 'textbox', 'Document body', 'aria-readonly'),
      (value) => value === isReadOnly,
    );
  }

  /** Clicks what has a role and a name. */
  async click(role: string, name: string): Promise<void> {
    const spot = await this.sees(role, name);
    await this.browser.click(spot.x, spot.y);
  }

  /** Chooses what the menu of the document has. */
  async fromMenu(name: string): Promise<void> {
    await this.click('button', 'More actions');
    await this.click('menuitem', name);
  }

  /** Waits until something with a role and a name is to be seen. @returns its middle */
  async sees(role: string, name: string): Promise<Spot> {
    const spot = await this.until(
      `the ${role} "${name}"`,
      () => this.browser.run(middleOf, role, name),
      (found) => found !== null,
    );
    return spot!;
  }

  /** Puts the focus into something, by a click. */
  async into(role: string, name: string): Promise<void> {
    await this.until(
      `the focus in "${name}"`,
      async () => {
        await this.click(role, name);
        return this.browser.run(hasFocus, role, name);
      },
      Boolean,
    );
  }

  /** Clicks behind, or before, a text in the body. */
  async caret(where: { after: string } | { before: string }): Promise<void> {
    const after = 'after' in where;
    const text = after ? where.after : where.before;
    await this.until(
      `a caret at "${text}"`,
      async () => {
        const spot = (await this.browser.runSource(SPOT_IN_BODY, { text, after })) as Spot | null;
        if (!spot) return false;
        await this.browser.click(spot.x, spot.y);
        return this.browser.run(hasFocus, 'textbox', 'Document body');
      },
      Boolean,
    );
  }

  /** Clicks into the text where one may only read it. */
  async caretInReader(text: string): Promise<void> {
    const spot = (await this.until(
      `"${text}"`,
      () => this.browser.runSource(SPOT_IN_BODY, { text, after: false }),
      (found) => found !== null,
    )) as Spot;
    await this.browser.click(spot.x + 2, spot.y);
  }

  /** Waits until this visit can be repeated without a network. */
  async canComeBackOffline(): Promise<void> {
    await this.until('the app on this device', () => this.browser.run(isOnDevice), Boolean);
  }

  press(...keys: string[]): Promise<void> {
    return keys.reduce(
      (before, key) => before.then(() => this.browser.press(key)),
      Promise.resolve(),
    );
  }

  type(text: string): Promise<void> {
    return this.browser.type(text);
  }

  /** The text of each block. */
  async lines(): Promise<string[]> {
    return (await this.browser.runSource(LINES_OF_BODY)) as string[];
  }

  async reads(...lines: string[]): Promise<void> {
    await this.until(
      JSON.stringify(lines),
      () => this.lines(),
      (found) => JSON.stringify(found) === JSON.stringify(lines),
    );
  }

  async hasTitle(title: string): Promise<void> {
    await this.until(
      `the title "${title}"`,
      () => this.browser.run(titleShown, 'Title'),
      (found) => found === title,
    );
  }

  /** Waits until so many elements are in the body. */
  async has(selector: string, count = 1): Promise<void> {
    await this.until(
      `${count} of ${selector}`,
      () => this.browser.run(countInBody, selector),
      (found) => found === count,
    );
  }

  async isSaved(where: { server: 'synced' | 'offline' } | null = null): Promise<void> {
    await this.until(
      where ? `"${where.server}"` : '"saved"',
      () => this.browser.run(saveState),
      ({ device, server }) => device === 'saved' && (where === null || server === where.server),
    );
  }

  /** Copies what is selected. A browser may do so a moment after the key. */
  /** Looks at the document as it was at the end of its latest session. */
  async lookBack(): Promise<void> {
    await this.press('Control+Alt+h');
    const spot = await this.until(
      'a session',
      () => this.browser.run(middleOfSession),
      (found) => found !== null,
    );
    await this.browser.click(spot!.x, spot!.y);
  }

  async copy(): Promise<void> {
    await this.browser.run(awaitCopy);
    await this.press('Control+c');
    await this.until('a copy', () => this.browser.run(hasCopied), Boolean);
  }

  /** Copies something as another program would hold it, with the browser's own copy. */
  async copyElsewhere(html: string): Promise<void> {
    await this.browser.run(putAside, html);
    await this.copy();
    await this.browser.run(clearAside);
  }

  /** What is on the clipboard, as another program would paste it. */
  async pasteElsewhere(): Promise<string> {
    await this.browser.run(putFieldAside);
    await this.press('Control+v');
    const text = await this.until(
      'something to paste',
      () => this.browser.run(readAside),
      (found) => found !== '',
    );
    await this.browser.run(clearAside);
    return text;
  }

  /** Makes a link. @returns its address, as it came to the clipboard */
  async share(role: 'editor' | 'viewer'): Promise<string> {
    await this.click('button', 'Share');
    await this.sees('dialog', 'Share');
    // The list of a native choice is not part of the page, so it cannot be clicked in all of them.
    if (role === 'viewer') await this.browser.run(choose, 'Role', role);
    await this.click('button', 'Copy link');
    const link = await this.until(
      'the link',
      () => this.browser.run(readField, 'Link'),
      (shown) => shown?.startsWith(`${this.#origin}/d/`) === true,
    );
    // What was pressed for is on the clipboard, too.
    await this.until(
      'the link on the clipboard',
      () => this.pasteElsewhere(),
      (text) => text === link,
    );
    await this.press('Escape');
    return link!;
  }
}

// What follows runs in the page, each by itself.

function middleOf(role: string, name: string): Spot | null {
  const tags: Record<string, string> = {
    button: 'button',
    link: 'a[href]',
    textbox: 'textarea, input',
    searchbox: 'input[type=search]',
    combobox: 'select, input[role=combobox]',
    dialog: 'dialog',
  };
  const found = [...document.querySelectorAll(`[role=${role}], ${tags[role] ?? role}`)];
  for (const element of found) {
    const { labels } = element as HTMLInputElement;
    const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    const own =
      element.getAttribute('aria-label') ??
      labelledBy?.textContent ??
      labels?.[0]?.textContent ??
      element.textContent;
    if (own?.trim() !== name) continue;
    element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    // A tall text is clicked into where it begins.
    return { x: left + width / 2, y: top + Math.min(height / 2, 40) };
  }
  return null;
}

function middleOfSession(): Spot | null {
  const box = document.querySelector('[aria-label="History"] ol button')?.getBoundingClientRect();
  return box ? { x: box.left + box.width / 2, y: box.top + box.height / 2 } : null;
}

function hasFocus(role: string, name: string): boolean {
  const focused = document.activeElement;
  const named =
    focused?.getAttribute('aria-label') ?? (focused as HTMLInputElement)?.labels?.[0]?.textContent;
  return (focused?.getAttribute('role') ?? role) === role && named?.trim() === name;
}

function readAttribute(role: string, name: string, attribute: string): string | null {
  const found = document.querySelector(`[role=${role}][aria-label="${name}"]`);
  return found?.getAttribute(attribute) ?? null;
}

function titleShown(name: string): string | null {
  const field = document.querySelector<HTMLTextAreaElement>(`textarea[aria-label="${name}"]`);
  return field?.value ?? null;
}

function countInBody(selector: string): number {
  const body = document.querySelector('[role=textbox][aria-label="Document body"]');
  return body?.querySelectorAll(selector).length ?? 0;
}

function saveState(): { device: string | null; server: string | null } {
  const state = document.querySelector('[role=status][aria-label="Save state"]');
  return {
    device: state?.getAttribute('data-device') ?? null,
    server: state?.getAttribute('data-server') ?? null,
  };
}

function isOnDevice(): Promise<boolean> {
  return navigator.serviceWorker
    .getRegistration()
    .then((registration) => registration?.active?.state === 'activated');
}

function awaitCopy(): void {
  const { dataset } = document.documentElement;
  delete dataset.copied;
  // Told when all who answer for it have done so.
  const note = () =>
    setTimeout(() => {
      dataset.copied = 'yes';
    });
  addEventListener('copy', note, { once: true, capture: true });
}

function hasCopied(): boolean {
  return document.documentElement.dataset.copied === 'yes';
}

function putAside(html: string): void {
  const aside = document.createElement('div');
  aside.id = 'aside';
  aside.contentEditable = 'true';
  // The page takes no text for markup, so tags are read here: there is nothing else in them.
  let parent: Element = aside;
  for (const [, closes, name, text] of html.matchAll(/<(\/?)(\w+)>|([^<]+)/g)) {
    if (name === undefined) parent.append(text ?? '');
    else if (closes === '/') parent = parent.parentElement ?? aside;
    else parent = parent.appendChild(document.createElement(name));
  }
  document.body.append(aside);
  aside.focus();
  getSelection()?.selectAllChildren(aside);
}

function putFieldAside(): void {
  const aside = document.createElement('textarea');
  aside.id = 'aside';
  // Dialogs keep the focus inside.
  (document.querySelector('[role=dialog]') ?? document.body).append(aside);
  aside.focus();
}

function readField(label: string): string | null {
  const field = [...document.querySelectorAll('input')].find(
    ({ labels }) => labels?.[0]?.textContent === label,
  );
  return field?.value ?? null;
}

function readAside(): string {
  return (document.getElementById('aside') as HTMLTextAreaElement).value;
}

function clearAside(): void {
  document.getElementById('aside')?.remove();
}

function choose(label: string, value: string): void {
  const choice = [...document.querySelectorAll('select')].find(
    ({ labels }) => labels[0]?.textContent?.startsWith(label) === true,
  );
  if (!choice) throw new Error(`There is no choice "${label}".`);
  choice.value = value;
  choice.dispatchEvent(new Event('change', { bubbles: true }));
}
