/**
 * A person at a browser of their own: own storage, own network, hands and eyes.
 *
 * Invariant: a person acts and sees through accessible names only, so these tests hold for whatever
 * the screens look like.
 */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { placeInText, readLines } from './in-page.ts';
import { type Line, openLine } from './line.ts';

export type LinkRole = 'viewer' | 'commenter' | 'suggester' | 'editor';

/** How the roles are called on screen. */
const ROLE_OPTION: Record<LinkRole, RegExp> = {
  viewer: /view|read/i,
  commenter: /comment/i,
  suggester: /suggest/i,
  editor: /edit|write/i,
};

/** Where a click has not brought the focus after this, one clicks again. */
const FOCUS_MS = 1000;

export class Person {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  /** Exceptions that nothing in the page caught. */
  readonly crashes: string[] = [];
  /** What the page's console said that is more than information. */
  readonly complaints: string[] = [];
  readonly #origin: string;
  readonly #line: Line;

  private constructor(name: string, origin: string, page: Page, line: Line) {
    this.name = name;
    this.page = page;
    this.context = page.context();
    this.#origin = origin;
    this.#line = line;
    page.on('pageerror', (error) => this.crashes.push(error.stack ?? error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
  }

  /** Somebody with a fresh browser that has never been here. */
  static async arrive(
    browser: Browser,
    origin: string,
    name: string,
    device: BrowserContextOptions = {},
  ): Promise<Person> {
    const line = await openLine();
    const context = await browser.newContext({
      ...device,
      baseURL: origin,
      proxy: { server: line.address },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // What is told once, below the first document, has been told: but where a test wants to hear it.
    await context.addInitScript((here) => {
      if (self.origin === here) localStorage['driftless.safety'] ??= 'heard';
    }, origin);
    return new Person(name, origin, await context.newPage(), line);
  }

  /** The same person at another tab of the same browser. */
  async openTab(): Promise<Person> {
    return new Person(this.name, this.#origin, await this.context.newPage(), this.#line);
  }

  /** Closes the browser; everything on this device is gone. */
  async leave(): Promise<void> {
    await this.context.close();
    await this.#line.close();
  }

  // Where one is

  get body(): Locator {
    return this.page.getByRole('textbox', { name: 'Document body' });
  }

  get title(): Locator {
    return this.page.getByRole('textbox', { name: 'Title' });
  }

  get saveState(): Locator {
    return this.page.getByRole('status', { name: 'Save state' });
  }

  get documents(): Locator {
    return this.page.getByRole('list', { name: 'Documents' });
  }

  get people(): Locator {
    return this.page.getByRole('list', { name: 'People here' });
  }

  async openLibrary(): Promise<void> {
    await this.page.goto('/');
    await expect(this.page.getByRole('button', { name: 'New document' })).toBeVisible();
  }

  /** Goes back to the library as one does: by the link at the top. */
  async goBack(): Promise<void> {
    await this.page.getByRole('link', { name: 'Back to all documents' }).click();
    await expect(this.page.getByRole('button', { name: 'New document' })).toBeVisible();
  }

  /** Makes a document, with one line of text per entry. */
  async newDocument(...lines: string[]): Promise<void> {
    await this.page.getByRole('button', { name: 'New document' }).click();
    await expect(this.body).toBeEditable();
    if (lines.length > 0) {
      await this.body.click();
      await this.#putIn(lines);
      await this.reads(lines);
    }
  }

  /** Makes a document of a text in Markdown, of which `last` is seen when it is all there. */
  async newDocumentOf(markdown: string, last: string): Promise<void> {
    await this.openLibrary();
    await this.newDocument();
    await this.body.click();
    await this.paste(markdown);
    await this.sees(last);
  }

  async open(link: string): Promise<void> {
    await this.page.goto(link);
    await expect(this.body).toBeVisible();
  }

  // Writing

  /** Types at the caret, key by key; a line break is Enter. */
  async type(text: string): Promise<void> {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) await this.page.keyboard.press('Enter');
      if (line) await this.page.keyboard.type(line);
    }
  }

  /**
   * Writes what a test begins with: a line at once, as dictation does, where keys would make the same
   * of it. A key costs a page thirty milliseconds of processor.
   */
  async #putIn(lines: readonly string[]): Promise<void> {
    for (const [index, line] of lines.entries()) {
      if (index > 0) await this.page.keyboard.press('Enter');
      if (/[^\p{L}\p{N}\p{M} ,.!?’]/u.test(line)) await this.type(line);
      else if (line) await this.page.keyboard.insertText(line);
    }
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }

  /**
   * Does it as if a while went by before and no time meanwhile: a pause ends a step of undo, and a
   * busy machine makes pauses. Undo is to follow, before anything else is typed.
   */
  async withoutPauses(act: () => Promise<void>): Promise<void> {
    await this.page.evaluate(() => {
      const now = performance.now() + 1000;
      performance.now = () => now;
    });
    await act();
    await this.page.evaluate(() => {
      Reflect.deleteProperty(performance, 'now');
    });
  }

  /** Puts a text into the clipboard and pastes it at the caret. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.press('ControlOrMeta+v');
  }

  /** Clicks just after `text`, or at its start, in the body. */
  async putCaret(where: { after: string } | { before: string }): Promise<void> {
    const after = 'after' in where;
    const text = after ? where.after : where.before;
    // Others write meanwhile, so a place may be gone by the time of the click.
    await expect(async () => {
      const spot = await this.#spot(text, after);
      await this.page.mouse.click(spot.x, spot.y);
      await expect(this.body).toBeFocused({ timeout: FOCUS_MS });
    }).toPass();
  }

  #spot(text: string, after: boolean): Promise<{ x: number; y: number }> {
    return this.body.evaluate(placeInText, { text, after });
  }

  /** Selects `text` in the body with the mouse. */
  async select(text: string): Promise<void> {
    // A page that opens is shown as it was last seen, and in that nothing is selected by a drag.
    await expect(this.page.locator('#picture')).toHaveCount(0);
    const from = await this.#spot(text, false);
    const to = await this.#spot(text, true);
    await this.page.mouse.move(from.x, from.y);
    await this.page.mouse.down();
    await this.page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await this.page.mouse.move(to.x, to.y);
    await this.page.mouse.up();
  }

  // Reading

  /** The text of each block, without what the editor draws around it, such as others' carets. */
  lines(): Promise<string[]> {
    return this.body.evaluate(readLines);
  }

  /** Waits until the body reads just so. */
  async reads(lines: string[]): Promise<void> {
    await expect.poll(() => this.lines(), { message: `${this.name} reads` }).toEqual(lines);
  }

  /** Waits until every text is somewhere in the body. */
  async sees(...texts: string[]): Promise<void> {
    await expect
      .poll(
        async () => {
          const all = (await this.lines()).join('\n');
          return texts.filter((text) => !all.includes(text));
        },
        { message: `what ${this.name} does not see yet` },
      )
      .toEqual([]);
  }

  // Saving

  async isSaved(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-device', 'saved');
  }

  async isSynced(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-server', 'synced');
    await this.isSaved();
  }

  async isOffline(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-server', 'offline');
  }

  // Network

  /** Pulls the cable: what is open ends, what is tried fails, and the browser knows. */
  async goOffline(): Promise<void> {
    // Whoever has been here for a while has all of the app.
    if (this.page.url().startsWith(this.#origin)) await this.canComeBackOffline();
    await this.context.setOffline(true);
    this.#line.cut();
  }

  async goOnline(): Promise<void> {
    this.#line.mend();
    await this.context.setOffline(false);
  }

  /** Waits until this visit can be repeated without a network. */
  async canComeBackOffline(): Promise<void> {
    await this.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  }

  // Sharing

  /** Makes a link for a role and copies it. @returns the whole address, as someone would send it */
  async share(
    role: LinkRole,
    { password, works, history }: { password?: string; works?: string; history?: string } = {},
  ): Promise<string> {
    await this.page.getByRole('button', { name: 'Share', exact: true }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await this.page.getByRole('option', { name: ROLE_OPTION[role] }).click();
    if (works || password || history) await dialog.getByText('More', { exact: true }).click();
    for (const [name, option] of Object.entries({ Works: works, History: history })) {
      if (!option) continue;
      await dialog.getByRole('combobox', { name }).click();
      await this.page.getByRole('option', { name: option }).click();
    }
    if (password) await dialog.getByLabel('Password (optional)').fill(password);
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    const item = dialog.getByRole('list', { name: 'Links' }).getByRole('listitem');
    await expect(item.first()).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Link', exact: true })).toBeVisible();
    const link = await this.page.evaluate(() => navigator.clipboard.readText());
    expect(link.startsWith(`${this.#origin}/d/`), `"${link}" is a link`).toBe(true);
    await this.page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    return link;
  }
}
