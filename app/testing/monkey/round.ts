/**
 * One round: a server, two or three people at one document, acts by chance, and what came of it.
 *
 * Invariant: what is done follows from the seed; when it is done, and so what merges with what,
 * differs a little from run to run, and no judgement rests on it.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from '@playwright/test';
import * as Y from 'yjs';
import { formatBlockAddress } from '../../../shared/access/addresses.ts';
import { createSecret, type DocId, docIdOf } from '../../../shared/access/ids.ts';
import { formatLink } from '../../../shared/access/link-addresses.ts';
import { Body } from '../../../shared/document/body.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { parseMarkdown } from '../../../shared/formats/markdown.ts';
import { Person } from '../../e2e/support/person.ts';
import { joinWithYWebsocket } from '../../e2e/support/raw-client.ts';
import { type RunningServer, startServer } from '../../e2e/support/server.ts';
import { readDocument } from '../../editor/binding/from-body.ts';
import { schema } from '../../editor/schema.ts';
import { type Random, seeded } from '../faults/fault.ts';
import { actAt } from './acts.ts';
import { arriveInFirefox } from './firefox-guest.ts';
import { allIsWell, letLook, look, saveStateOn, untilEditor } from './look.ts';
import { type Guest, guestAt, type Screen } from './screen.ts';
import { Tokens } from './tokens.ts';

const NAMES = ['Ana', 'Ben', 'Cem'] as const;
/** Who is at a Firefox, where there is one. */
const IN_FIREFOX = 'Ben';
const STEPS = 70;
const ALIKE_WITHIN_MS = 30_000;
const SYNCED_WITHIN_MS = 60_000;

/** None of it has letters that tokens are made of. */
const BEGINNINGS = [
  '',
  'alpha one two\n\nbravo four five\n\ncharlie seven eight',
  '# plan\n\n- alpha\n  - bravo\n- charlie\n\n1. delta\n2. echo\n\ntail',
  'before\n\n| a | b |\n| --- | --- |\n| c | d |\n\nbehind',
  '> [!NOTE]\n> callout\n>\n> - inside\n\n```js\nlet a = 1;\n```\n\n<details>\n<summary>toggle</summary>\n\nfolded\n\n</details>\n\nend',
  'alpha\n\n---\n\n- [ ] bravo\n- [ ] charlie\n\n$$\na + b\n$$\n\nend',
] as const;

/** What browsers say of a network that is gone. */
const OF_THE_NETWORK =
  /ERR_|Failed to load resource|WebSocket|Failed to fetch|NetworkError|when fetching the script/;
/** What Chromium says where pasted HTML has styles, which the app reads without applying them. */
const OF_PASTED_STYLES = /^said: Applying inline style violates/;

export interface Course {
  seed: number;
  kind: string;
  acts: number;
  tokens: number;
  faults: string[];
  /** What a person did and saw, in the order it was. */
  log: string[];
}

/**
 * A server and people with browsers of their own, who stay for several rounds, since it takes a
 * while until a new browser has all of the app.
 */
export class Company {
  readonly server: RunningServer;
  readonly #browser: Browser;
  readonly #firefox: string | null;
  readonly #people: Guest[] = [];

  private constructor(browser: Browser, firefox: string | null, server: RunningServer) {
    this.#browser = browser;
    this.#firefox = firefox;
    this.server = server;
  }

  /** `firefox`: where one is; null has all of them in the browser that is given. */
  static async gather(browser: Browser, firefox: string | null): Promise<Company> {
    const server = await startServer({
      LOG_LEVEL: 'warn',
      MAX_SOCKETS_PER_ADDRESS: '1000',
      MAX_NEW_DOCUMENTS_PER_MINUTE: '1000',
      STOP_TIMEOUT_MS: '2000',
    });
    return new Company(browser, firefox, server);
  }

  /** So many of them, at a document. */
  async at(link: string, count: number): Promise<Guest[]> {
    for (const name of NAMES.slice(this.#people.length, count))
      this.#people.push(await this.#arrive(name));
    const people = this.#people.slice(0, count);
    for (const { screen, canComeBackOffline } of people) {
      await screen.goto(link);
      await untilEditor(screen);
      await allIsWell(screen, SYNCED_WITHIN_MS);
      await canComeBackOffline();
    }
    return people;
  }

  async #arrive(name: string): Promise<Guest> {
    if (this.#firefox !== null && name === IN_FIREFOX) return arriveInFirefox(name, this.#firefox);
    const person = await Person.arrive(this.#browser, this.server.origin, name);
    person.context.setDefaultTimeout(10_000);
    await person.context.addInitScript(letLook);
    return guestAt(person);
  }

  async leave(): Promise<void> {
    for (const person of this.#people) await person.leave();
    await this.server.dispose();
  }
}

interface Someone {
  name: string;
  guest: Guest;
  tabs: Screen[];
  isOffline: boolean;
}

export async function playRound(company: Company, seed: number): Promise<Course> {
  const random = seeded(seed);
  const isCareful = random(3) === 0;
  const count = random(4) === 0 ? 3 : 2;
  const beginning = BEGINNINGS[random(BEGINNINGS.length)]!;
  const isTroubled = random(3) > 0;
  const course: Course = {
    seed,
    kind: `${count} people${isCareful ? ', nothing deleted' : ''}${isTroubled ? ', with trouble' : ''}`,
    acts: 0,
    tokens: 0,
    faults: [],
    log: [],
  };
  const started = performance.now();
  const logOf = (name: string) => (words: string) =>
    course.log.push(`${((performance.now() - started) / 1000).toFixed(1)} ${name}: ${words}`);
  const { server } = company;
  const everybody: Someone[] = [];
  try {
    const { link, docId } = await bring(server, beginning);
    for (const guest of await company.at(link, count)) {
      await guest.screen.takeFaults();
      everybody.push({ name: guest.name, guest, tabs: [guest.screen], isOffline: false });
    }
    const tokens = new Tokens(random);
    const withClipboard = oneAfterTheOther();
    const had = new Map<Screen, string>();
    let isDown = false;
    for (let step = 0; step < STEPS && course.faults.length === 0; step++) {
      if (isTroubled) isDown = await trouble(seeded(seed * 1009 + step), isDown);
      await Promise.all(
        everybody.map(async (someone, index) => {
          const own = seeded((seed * 1009 + step) * 7 + index + 1);
          if (isTroubled && own(12) === 0) await change(someone, own, { link, docId });
          const screen = someone.tabs[own(someone.tabs.length)]!;
          const writer = {
            name: someone.name,
            screen,
            tokens,
            isCareful,
            withClipboard,
            complain: (words: string) => course.faults.push(`on ${someone.name}'s page ${words}`),
            log: logOf(
              someone.tabs.length > 1
                ? `${someone.name} ${someone.tabs.indexOf(screen)}`
                : someone.name,
            ),
          };
          await actAt(writer, own(2 ** 30));
          course.acts++;
        }),
      );
      tokens.endStep();
      for (const { name, tabs } of everybody)
        for (const tab of tabs) {
          const { differences, text } = await look(tab);
          const before = had.get(tab) ?? '';
          had.set(tab, text);
          const vanished = tokens
            .vanished(before, text)
            .map((token) => `${token} vanished, from\n${before}\n  which became\n${text}`);
          // For a moment it may: two who undo one deletion apart each bring the text back.
          for (const token of tokens.doubled(before, text))
            logOf(name)(`sees ${token} once more, in\n${text}\n  which was\n${before}`);
          for (const fault of [...differences, ...vanished])
            course.faults.push(`on ${name}'s page ${fault}`);
        }
    }
    if (isDown) await server.start();
    for (const someone of everybody) if (someone.isOffline) await someone.guest.goOnline();
    logOf('all')('are together again');
    await settle();
    course.tokens = tokens.count;
    if (course.faults.length === 0) {
      const text = await alike(docId);
      if (text !== null) course.faults.push(...tokens.faults(text, isCareful));
    }
  } catch (error) {
    course.faults.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    for (const { name, tabs } of everybody) for (const tab of tabs) await noteFaults(name, tab);
    for (const { tabs } of everybody) for (const tab of tabs.slice(1)) await tab.close();
  }
  return course;

  /** The server goes, or comes back. @returns whether it is down */
  async function trouble(chance: Random, isDown: boolean): Promise<boolean> {
    if (isDown ? chance(3) > 0 : chance(15) > 0) return isDown;
    logOf('server')(isDown ? 'starts' : 'is killed');
    if (isDown) await server.start();
    else await server.kill();
    return !isDown;
  }

  async function noteFaults(name: string, tab: Screen): Promise<void> {
    const said = await tab.takeFaults().catch((error: unknown) => [`does not answer: ${error}`]);
    for (const fault of said)
      if (!OF_THE_NETWORK.test(fault) && !OF_PASTED_STYLES.test(fault))
        course.faults.push(`${name}'s page ${fault}`);
  }

  /** Somebody loses or gets back the network, reloads, opens another tab or closes one. */
  async function change(
    someone: Someone,
    chance: Random,
    { link, docId }: { link: string; docId: DocId },
  ): Promise<void> {
    const { guest, tabs, name } = someone;
    const log = logOf(name);
    switch (chance(4)) {
      case 0:
      case 1:
        someone.isOffline = !someone.isOffline;
        log(someone.isOffline ? 'goes offline' : 'comes back');
        await (someone.isOffline ? guest.goOffline() : guest.goOnline());
        return;
      case 2: {
        const tab = tabs[chance(tabs.length)]!;
        log('reloads');
        await tab.reload();
        await untilEditor(tab);
        return;
      }
      default: {
        if (tabs.length > 1) {
          log('closes the other tab');
          const closed = tabs.pop()!;
          await noteFaults(name, closed);
          await closed.close();
          return;
        }
        if (guest.openTab === null) return;
        const block = chance(2) === 0 ? await blockOn(guest.screen, chance) : null;
        log(block === null ? 'opens another tab' : `opens the link of ${block} in another tab`);
        const tab = await guest.openTab();
        // Whoever was here has the document, and needs no secret to come to a part of it.
        await tab.goto(block === null ? link : formatBlockAddress(server.origin, docId, block));
        await untilEditor(tab);
        tabs.push(tab);
      }
    }
  }

  /** Closes what hangs over the text, and waits until every page says that all is well. */
  async function settle(): Promise<void> {
    for (const { tabs, name } of everybody)
      for (const tab of tabs) {
        await tab.press('Escape');
        await allIsWell(tab, SYNCED_WITHIN_MS).catch(async () => {
          course.faults.push(`${name}'s page says ${await saveStateOn(tab)}`);
        });
      }
  }

  /** The text that everybody and the server have, or null and a fault if that does not come about. */
  async function alike(docId: string): Promise<string | null> {
    const deadline = performance.now() + ALIKE_WITHIN_MS;
    for (;;) {
      const seen = await Promise.all(
        everybody.flatMap(({ tabs, name }) =>
          tabs.map(async (tab) => ({ name, ...(await look(tab)) })),
        ),
      );
      const stored = storedDocument(server, docId);
      const others = seen.filter(({ document }) => document !== stored);
      const differences = seen.flatMap(({ name, differences }) =>
        differences.map((difference) => `on ${name}'s page ${difference}`),
      );
      if (others.length === 0 && differences.length === 0) return seen[0]!.text;
      if (performance.now() > deadline) {
        course.faults.push(...differences);
        for (const { name, document } of others)
          course.faults.push(`${name} has ${firstDifference(document, stored)}`);
        return null;
      }
      await pause(100);
    }
  }
}

/** Where two texts begin to differ, for people. */
function firstDifference(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - 200);
  return `…${one.slice(from, at + 300)}…\n  and the server …${other.slice(from, at + 300)}…`;
}

/** What is stored at the server, as an editor that opens it would show it. */
function storedDocument({ dataDir }: RunningServer, docId: string): string {
  const database = new DatabaseSync(join(dataDir, 'driftless.sqlite'), { readOnly: true });
  try {
    const doc = new Y.Doc();
    const rows = database.prepare('SELECT bytes FROM updates WHERE name = ? ORDER BY sequence');
    for (const { bytes } of rows.all(docId)) Y.applyUpdate(doc, bytes as Uint8Array);
    return JSON.stringify(readDocument(new Body(doc), schema.nodes.doc!).toJSON());
  } finally {
    database.close();
  }
}

/** A document at the server, brought as a program that knows the open protocol would. */
async function bring(
  server: RunningServer,
  markdown: string,
): Promise<{ link: string; docId: DocId }> {
  const secret = createSecret();
  const docId = docIdOf(secret);
  const doc = new Y.Doc();
  createDocument(doc, { blocks: parseMarkdown(markdown).blocks });
  const link = formatLink(server.origin, docId, secret);
  const client = await joinWithYWebsocket(link, doc);
  client.leave();
  return { link, docId };
}

/** A block that somebody sees, by its id. */
async function blockOn(screen: Screen, chance: Random): Promise<string | null> {
  const ids = await screen.run(
    () =>
      Array.from(document.querySelectorAll<HTMLElement>('.ProseMirror [data-block]')).map(
        ({ dataset }) => dataset.block!,
      ),
    null,
  );
  return ids[chance(Math.max(1, ids.length))] ?? null;
}

/** Lets work that is asked for at the same time be done one after the other. */
function oneAfterTheOther(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
