/**
 * What somebody does at a document, by chance: keys, mouse, clipboard, menus, an input method.
 *
 * Invariant: which act comes, and with what, is decided by the numbers it is given alone; before
 * each key the tokens are told what it may take away, break or copy.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { LETTERS } from '../../../shared/testing/alphabet.ts';
import { type Random, seeded } from '../faults/fault.ts';
import { hands, look, mayKeysWait, pastesOn, spotInBody, spotInText, untilEditor } from './look.ts';
import type { Screen } from './screen.ts';
import { type Place, type Tokens, tokensIn } from './tokens.ts';

export interface Writer {
  name: string;
  screen: Screen;
  tokens: Tokens;
  random: Random;
  /** Whether anything may be deleted, undone or copied in this round. */
  isCareful: boolean;
  /** One clipboard serves all people of a machine: what is copied is pasted before others copy. */
  withClipboard: (work: () => Promise<void>) => Promise<void>;
  log: (words: string) => void;
  /** Something is not as it must be. */
  complain: (words: string) => void;
}

interface Act {
  name: string;
  /** How often it comes, beside the others. */
  weight: number;
  /** Takes away, brings back or copies: not for those who are careful. */
  isCareless?: boolean;
  do: (writer: Writer) => Promise<void>;
}

/** One for whoever has a page of Playwright's. */
interface ActAtPage extends Omit<Act, 'do'> {
  doAtPage: (writer: Writer, page: Page) => Promise<void>;
}

/** How long a menu may take to come on a busy machine. */
const MENU_MS = 5000;

/** How often and after how long it is looked whether something that was pasted is there. */
const PASTE_LOOKS = 200;
const LOOK_EVERY_MS = 50;

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)]!;

async function press(writer: Writer, keys: string, times = 1): Promise<void> {
  writer.log(times > 1 ? `${keys} ×${times}` : keys);
  for (let time = 0; time < times; time++) await writer.screen.press(keys);
}

/** Before something is written: what is selected goes, and a token around the caret is broken. */
async function aboutToWrite({ screen, tokens, log }: Writer): Promise<{
  isNowhere: boolean;
  table: string | null;
  /** What of the language of a code stands before the caret, which is no text once a blank follows. */
  language: string | null;
}> {
  const mayWait = await mayKeysWait(screen);
  const at = await hands(screen);
  tokens.mayBreak(at);
  if (mayWait) {
    log('may have keys that wait');
    tokens.mayBreakAny(at.text);
  }
  const isNowhere = at.isOnBlocks || !at.isInBody;
  if (at.from < at.to) log(`is over ${JSON.stringify(at.text.slice(at.from, at.to))}, ${at.ends}`);
  if (isNowhere) log(`is at ${at.isOnBlocks ? 'whole blocks' : at.focus}`);
  else log(`is at ${at.from}, in ${at.around}`);
  const language = /(?:^|\n)```([\w+#-]*)$/.exec(at.text.slice(0, at.from))?.[1] ?? null;
  return { isNowhere, table: at.table, language };
}

async function type(writer: Writer, text: string, token?: string): Promise<void> {
  const { isNowhere, language } = await aboutToWrite(writer);
  if (token && (isNowhere || language !== null)) writer.tokens.excuse(token);
  for (const part of tokensIn(language ?? '')) writer.tokens.excuse(part);
  if (isNowhere && writer.isCareful) return;
  writer.log(`type ${JSON.stringify(text)}`);
  await writer.screen.type(text);
}

async function erase(writer: Writer, keys: string, around: number, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    const at = await hands(writer.screen);
    writer.tokens.mayGo(at, around);
    await press(writer, keys);
  }
}

/** Selects something for a command, and lets it go again. */
async function selectFor(writer: Writer, command: () => Promise<void>): Promise<void> {
  const { random } = writer;
  const keys = pick(random, [
    'Shift+ArrowLeft',
    'Shift+ArrowRight',
    'Shift+Control+ArrowLeft',
    'Shift+Control+ArrowRight',
    'Shift+ArrowUp',
    'Shift+ArrowDown',
    'Shift+Home',
    'Shift+End',
  ]);
  await press(writer, keys, 1 + random(4));
  await command();
  await press(writer, pick(random, ['ArrowLeft', 'ArrowRight']));
}

async function click(writer: Writer, down?: number, clickCount = 1): Promise<boolean> {
  const { screen, random } = writer;
  const share = down ?? random(1000) / 1000;
  const spot = await spotInText(screen, share, random(101) / 100);
  if (!spot) return false;
  writer.log(`click ${Math.round(share * 100)} % down${clickCount > 1 ? ` ×${clickCount}` : ''}`);
  await screen.click(spot, clickCount);
  return true;
}

/** Puts the caret into the text where it is not there. */
async function takeCaret(writer: Writer): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const at = await hands(writer.screen);
    if (at.isInBody && !(writer.isCareful && (at.isOnBlocks || at.from !== at.to))) return;
    if (!at.isInBody) writer.log(`the focus is on ${at.focus}`);
    if (attempt > 0) await press(writer, 'Escape');
    if (!(await click(writer))) await writer.screen.click(await spotInBody(writer.screen));
  }
}

async function insert(writer: Writer, page: Page, search: string): Promise<void> {
  await aboutToWrite(writer);
  writer.log(`/${search}`);
  await page.keyboard.type(` /${search}`);
  const options = page.getByRole('listbox', { name: 'Insert block' }).getByRole('option');
  const isThere = await shows(options.first(), 1500);
  await press(writer, isThere ? 'Enter' : 'Escape');
}

/** Whether something is seen before long. */
async function shows(what: Locator, timeout: number): Promise<boolean> {
  return what.waitFor({ timeout }).then(
    () => true,
    () => false,
  );
}

async function ofTable(
  writer: Writer,
  page: Page,
  name: 'Row' | 'Column',
  item: string,
): Promise<void> {
  const { screen, random } = writer;
  const cells = page.locator('.ProseMirror :is(td, th)');
  const count = await cells.count();
  if (count === 0) return;
  await cells.nth(random(count)).click({ timeout: MENU_MS });
  const { table } = await hands(screen);
  if (table !== null && item.startsWith('Delete')) writer.tokens.mayGo(whole(table));
  const handle = page.getByRole('button', { name, exact: true });
  if (!(await shows(handle, 1500))) return;
  writer.log(`${name}: ${item}`);
  await handle.click({ timeout: MENU_MS });
  const entry = page.getByRole('menuitem', { name: item });
  if ((await shows(entry, 1500)) && (await entry.isEnabled())) await entry.click();
  else await press(writer, 'Escape');
}

async function drag(writer: Writer, page: Page): Promise<void> {
  const { random } = writer;
  const blocks = page.locator('.ProseMirror > *:not(.ProseMirror-widget)');
  const count = await blocks.count();
  const [from, to] = [random(count), random(count)];
  const isBefore = random(2) === 0;
  const deeper = random(3);
  await blocks.nth(from).hover({ timeout: MENU_MS, position: { x: 20, y: 8 } });
  const handle = page.getByRole('button', { name: 'Move block' });
  if (!(await shows(handle, 1500))) return;
  const at = await handle.boundingBox();
  if (!at) return;
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  writer.log(`drag block ${from} ${isBefore ? 'before' : 'behind'} ${to}, ${deeper} deeper`);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 10);
  const target = await blocks.nth(to).boundingBox();
  if (target) {
    const line = isBefore ? target.y + 3 : target.y + target.height - 3;
    await page.mouse.move(x + deeper * 24, line, { steps: 3 });
  }
  await page.mouse.up();
}

const whole = (text: string) => ({ text, from: 0, to: text.length });

/** Where Escape closed something else, the block with the caret is the one that is meant. */
function wholeLines({ text, from, to }: Place): Place {
  const end = text.indexOf('\n', to);
  return {
    text,
    from: text.lastIndexOf('\n', Math.max(0, from - 1)) + 1,
    to: end < 0 ? text.length : end,
  };
}

async function pasteHtml(writer: Writer): Promise<void> {
  const { screen, random, tokens, name } = writer;
  const [a, b, c] = [tokens.write(name), tokens.write(name), tokens.write(name)];
  const html = pick(random, [
    `<p>${a}</p><p>${b} <b>${c}</b></p>`,
    `<ul><li>${a}<ul><li>${b}</li></ul></li><li>${c}</li></ul>`,
    `<h2>${a}</h2><p>${b}</p><blockquote>${c}</blockquote>`,
    `<table><tr><td>${a}</td><td>${b}</td></tr><tr><td>${c}</td><td></td></tr></table>`,
    `<pre><code>${a}\n${b}</code></pre><p>${c}</p>`,
    `${a} <i>${b}</i> ${c}`,
  ]);
  await writer.withClipboard(async () => {
    const { isNowhere, table } = await aboutToWrite(writer);
    // A table that is pasted into one takes the place of its cells.
    const isOverCells = table !== null && html.startsWith('<table');
    if (isOverCells) tokens.mayGo(whole(table));
    if (isNowhere || isOverCells) for (const token of [a, b, c]) tokens.excuse(token);
    if ((isNowhere || isOverCells) && writer.isCareful) return;
    writer.log(`paste ${html}`);
    await screen.run(
      ([html, text]) =>
        navigator.clipboard.write([
          new ClipboardItem({
            'text/html': new Blob([html!], { type: 'text/html' }),
            'text/plain': new Blob([text!], { type: 'text/plain' }),
          }),
        ]),
      [html, `${a} ${b} ${c}`],
    );
    await screen.press('ControlOrMeta+v');
  });
}

async function copyAndPaste(writer: Writer, isCut: boolean): Promise<void> {
  const { screen, random, tokens } = writer;
  await press(
    writer,
    pick(random, ['Shift+ArrowDown', 'Shift+Control+ArrowRight', 'Shift+End', 'Shift+ArrowUp']),
    1 + random(4),
  );
  await writer.withClipboard(async () => {
    const at = await hands(screen);
    tokens.mayBeCopied(at);
    if (isCut) tokens.mayGo(at);
    await press(writer, isCut ? 'ControlOrMeta+x' : 'ControlOrMeta+c');
    await click(writer);
    // Where nothing was selected, it is what somebody copied before.
    const text = await screen.run(() => navigator.clipboard.readText(), null);
    tokens.mayBeCopied(whole(text));
    const { table, isNowhere } = await aboutToWrite(writer);
    if (table !== null) tokens.mayGo(whole(table));
    // Cells that are pasted again take the place of those that came before.
    const times = text.includes('\t') ? 1 : 1 + random(2);
    const { text: before } = await hands(screen);
    const had = await pastesOn(screen);
    await press(writer, pick(random, ['ControlOrMeta+v', 'ControlOrMeta+Shift+v']), times);
    if (isNowhere || text === '') return;
    // It is pasted when what pasting takes has come, and is in the clipboard until then.
    for (let tries = 0; (await pastesOn(screen)) < had + times; tries++) {
      if (tries > PASTE_LOOKS) {
        const { text: after } = await hands(screen);
        const came = (await pastesOn(screen)) - had;
        writer.complain(
          `${JSON.stringify(text)} was pasted ${times} times and came ${came} times into\n${before}\n  which became\n${after}`,
        );
        return;
      }
      await pause(LOOK_EVERY_MS);
    }
  });
}

async function replace(writer: Writer, page: Page): Promise<void> {
  const { screen, random, tokens, name } = writer;
  const { text } = await hands(screen);
  const there = tokensIn(text);
  const token = there[random(Math.max(1, there.length))];
  if (!token) return;
  const other = tokens.write(name);
  tokens.excuse(token);
  tokens.excuse(other);
  writer.log(`replace ${token} by ${other}`);
  await page.keyboard.press('ControlOrMeta+f');
  const panel = page.getByRole('dialog', { name: 'Find and replace' });
  if (!(await shows(panel, MENU_MS))) return;
  await panel.getByRole('textbox', { name: 'Find' }).fill(token);
  const field = panel.getByRole('textbox', { name: 'Replace' });
  if (!(await shows(field, 500)))
    await panel
      .getByRole('button', { name: /replace/i })
      .first()
      .click();
  await field.fill(other);
  const button = panel.getByRole('button', { name: 'Replace all' });
  await button.click({ timeout: 2000 }).catch(() => writer.log('nothing to replace'));
  await press(writer, 'Escape');
}

async function compose(writer: Writer, page: Page): Promise<void> {
  const { random, tokens, name } = writer;
  const token = tokens.write(name);
  const { isNowhere } = await aboutToWrite(writer);
  if (isNowhere) tokens.excuse(token);
  if (isNowhere && writer.isCareful) return;
  const word = pick(random, [token, token + pick(random, WORLDLY)]);
  writer.log(`compose ${JSON.stringify(word)}`);
  const input = await page.context().newCDPSession(page);
  for (let length = 2; length < token.length; length += 1 + random(2)) {
    const text = word.slice(0, length);
    await input.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  }
  await input.send('Input.insertText', { text: word });
  await input.detach();
}

const FORMATS = [
  'ControlOrMeta+b',
  'ControlOrMeta+i',
  'ControlOrMeta+u',
  'ControlOrMeta+Shift+x',
  'ControlOrMeta+e',
  'ControlOrMeta+Shift+h',
  'ControlOrMeta+\\',
] as const;

const ARROWS = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Control+ArrowLeft',
  'Control+ArrowRight',
  'Home',
  'End',
  'ControlOrMeta+Home',
  'ControlOrMeta+End',
] as const;

/** Nothing that tokens are made of, nor signs that turn into something else. */
const WORLDLY = LETTERS.filter((letter) => !/[kx2-9*_`<&|\\$[#~\p{Cc}\p{Zl}\p{Zp}]/u.test(letter));

/** What turns a line into something when it is typed at its beginning. */
const SIGNS = ['# ', '## ', '- ', '1. ', '[ ] ', '> ', '```', '---', '+ ', '> [!NOTE] '] as const;

/** Reloads, and writes into the first thing that looks like the document, as soon as it is seen. */
async function reloadAndWrite(writer: Writer, page: Page): Promise<void> {
  const { screen, random, tokens, name, log } = writer;
  const { text } = await look(screen);
  log('reloads, and does not wait');
  await page.reload({ waitUntil: 'commit' });
  await page.locator('.ProseMirror').first().waitFor();
  if (!(await click(writer))) return untilEditor(screen);
  // A line that a figure or a box of a task took the click of has no caret.
  const isWriting = () =>
    document.activeElement?.matches('#picture > textarea, .ProseMirror') ?? false;
  if (await screen.run(isWriting, null)) {
    const token = tokens.write(name);
    // Nobody can tell yet where the caret is.
    tokens.mayBreakAny(text);
    const before = pick(random, [
      [],
      ['Home'],
      ['End'],
      ['Enter'],
      ['End', 'Enter'],
      ['ArrowDown'],
    ]);
    const behind = pick(random, [[], [], ['Enter'], ['ArrowUp'], ['Home']]);
    for (const keys of before) await press(writer, keys);
    log(`type ${JSON.stringify(token)}`);
    await screen.type(token);
    for (const keys of behind) await press(writer, keys);
  }
  await untilEditor(screen);
}

const ACTS: readonly (Act | ActAtPage)[] = [
  {
    name: 'type',
    weight: 24,
    do: async (writer) => {
      const token = writer.tokens.write(writer.name);
      await type(writer, pick(writer.random, [token, `${token} `, ` ${token}`]), token);
    },
  },
  {
    name: 'letters of the world',
    weight: 8,
    do: async (writer) => {
      const { screen, random, tokens, name, log } = writer;
      const token = tokens.write(name);
      const [letter, other] = [pick(random, WORLDLY), pick(random, WORLDLY)];
      const { isNowhere } = await aboutToWrite(writer);
      if (isNowhere) tokens.excuse(token);
      if (isNowhere && writer.isCareful) return;
      const text = pick(random, [letter + token, token + letter, `${letter}${other} ${token}`]);
      log(`write ${JSON.stringify(text)}`);
      await screen.insert(text);
    },
  },
  {
    name: 'words in marks',
    weight: 4,
    do: async (writer) => {
      const token = writer.tokens.write(writer.name);
      const sign = pick(writer.random, ['**', '*', '`', '~~', '==']);
      await type(writer, ` ${sign}${token}${sign} `, token);
    },
  },
  {
    name: 'line',
    weight: 12,
    do: async (writer) => {
      await aboutToWrite(writer);
      await press(writer, pick(writer.random, ['Enter', 'Enter', 'Enter', 'Shift+Enter']));
      const token = writer.tokens.write(writer.name);
      await type(writer, token, token);
    },
  },
  {
    name: 'signs',
    weight: 8,
    do: async (writer) => {
      await press(writer, 'End');
      await aboutToWrite(writer);
      await press(writer, 'Enter');
      const sign = pick(writer.random, SIGNS);
      await type(writer, sign);
      // What stands behind a fence would be its language.
      if (sign === '```' || writer.random(3) === 0) await press(writer, 'Enter');
      const token = writer.tokens.write(writer.name);
      await type(writer, token, token);
    },
  },
  {
    name: 'go',
    weight: 14,
    do: (writer) => press(writer, pick(writer.random, ARROWS), 1 + writer.random(5)),
  },
  { name: 'click', weight: 12, do: async (writer) => void (await click(writer)) },
  {
    name: 'format',
    weight: 7,
    do: (writer) => selectFor(writer, () => press(writer, pick(writer.random, FORMATS))),
  },
  {
    name: 'format what is typed',
    weight: 2,
    do: async (writer) => {
      const keys = pick(writer.random, FORMATS);
      await press(writer, keys);
      const token = writer.tokens.write(writer.name);
      await type(writer, token, token);
    },
  },
  {
    name: 'turn',
    weight: 8,
    do: (writer) =>
      press(
        writer,
        pick(writer.random, [
          'ControlOrMeta+Alt+0',
          'ControlOrMeta+Alt+1',
          'ControlOrMeta+Alt+2',
          'ControlOrMeta+Alt+3',
          'ControlOrMeta+Shift+7',
          'ControlOrMeta+Shift+8',
          'ControlOrMeta+Shift+9',
        ]),
      ),
  },
  {
    name: 'turn several',
    weight: 3,
    do: (writer) =>
      selectFor(writer, () =>
        press(
          writer,
          pick(writer.random, ['ControlOrMeta+Shift+7', 'ControlOrMeta+Alt+0', 'Tab', 'Shift+Tab']),
        ),
      ),
  },
  {
    name: 'indent',
    weight: 6,
    do: async (writer) => {
      // In code, Tab writes blanks.
      await aboutToWrite(writer);
      await press(writer, pick(writer.random, ['Tab', 'Tab', 'Shift+Tab']));
    },
  },
  {
    name: 'move',
    weight: 8,
    do: (writer) =>
      press(
        writer,
        pick(writer.random, ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown']),
        1 + writer.random(3),
      ),
  },
  {
    name: 'move a column',
    weight: 2,
    do: (writer) =>
      press(writer, pick(writer.random, ['Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowRight'])),
  },
  {
    name: 'move several',
    weight: 3,
    do: (writer) =>
      selectFor(writer, () =>
        press(writer, pick(writer.random, ['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown'])),
      ),
  },
  { name: 'drag', weight: 5, doAtPage: drag },
  {
    name: 'insert',
    weight: 6,
    doAtPage: async (writer, page) => {
      const { random } = writer;
      await insert(
        writer,
        page,
        pick(random, ['table', 'divider', 'callout', 'toggle', 'code', 'formula', 'quote']),
      );
      const token = writer.tokens.write(writer.name);
      await type(writer, token, token);
    },
  },
  {
    name: 'add to a table',
    weight: 4,
    doAtPage: (writer, page) => {
      const { random } = writer;
      return random(2) === 0
        ? ofTable(writer, page, 'Row', pick(random, ['Insert row above', 'Insert row below']))
        : ofTable(
            writer,
            page,
            'Column',
            pick(random, ['Insert column before', 'Insert column behind']),
          );
    },
  },
  { name: 'paste HTML', weight: 5, do: pasteHtml },
  { name: 'compose', weight: 3, doAtPage: compose },
  {
    name: 'undo',
    weight: 9,
    isCareless: true,
    do: async (writer) => {
      writer.tokens.mayUndo(writer.name);
      const { random } = writer;
      await press(writer, 'ControlOrMeta+z', random(6) === 0 ? 30 : 1 + random(4));
      if (random(2) === 0) await press(writer, 'ControlOrMeta+Shift+z', 1 + random(4));
    },
  },
  {
    name: 'erase',
    weight: 12,
    isCareless: true,
    do: (writer) =>
      erase(writer, pick(writer.random, ['Backspace', 'Delete']), 1, 1 + writer.random(4)),
  },
  {
    name: 'erase words',
    weight: 3,
    isCareless: true,
    do: (writer) => erase(writer, pick(writer.random, ['Control+Backspace', 'Control+Delete']), 30),
  },
  {
    name: 'erase what is selected',
    weight: 5,
    isCareless: true,
    do: (writer) =>
      selectFor(writer, () => erase(writer, pick(writer.random, ['Backspace', 'Delete']), 1)),
  },
  {
    name: 'write over what is selected',
    weight: 4,
    isCareless: true,
    do: (writer) =>
      selectFor(writer, async () => {
        const token = writer.tokens.write(writer.name);
        await type(writer, token, token);
      }),
  },
  {
    name: 'cut',
    weight: 5,
    isCareless: true,
    do: (writer) => copyAndPaste(writer, true),
  },
  {
    name: 'copy',
    weight: 4,
    isCareless: true,
    do: (writer) => copyAndPaste(writer, false),
  },
  {
    name: 'whole blocks',
    weight: 5,
    isCareless: true,
    do: async (writer) => {
      const { random, tokens, screen } = writer;
      await press(writer, 'Escape');
      const step = pick(random, ['Shift+ArrowDown', 'Shift+ArrowUp', 'ArrowDown', 'ArrowUp']);
      if (random(2) === 0) await press(writer, step, 1 + random(2));
      const at = await hands(screen);
      const keys = pick(random, [
        'Delete',
        'ControlOrMeta+d',
        'Alt+Shift+ArrowUp',
        'Alt+Shift+ArrowDown',
        'Tab',
      ]);
      if (keys === 'Delete') tokens.mayGo(at);
      if (keys === 'ControlOrMeta+d') {
        // What is nested in a block goes with it.
        tokens.mayBeCopied(wholeLines({ ...at, to: at.nestedTo }));
        if (at.table !== null) tokens.mayBeCopied(whole(at.table));
      }
      await press(writer, keys);
      await press(writer, 'Enter');
    },
  },
  {
    name: 'all',
    weight: 1,
    isCareless: true,
    do: async (writer) => {
      await press(writer, 'ControlOrMeta+a');
      await press(writer, pick(writer.random, [...FORMATS, 'Tab', 'Shift+Tab']));
      await press(writer, 'ArrowRight');
    },
  },
  {
    name: 'take from a table',
    weight: 2,
    isCareless: true,
    doAtPage: (writer, page) =>
      writer.random(2) === 0
        ? ofTable(writer, page, 'Row', 'Delete row')
        : ofTable(writer, page, 'Column', 'Delete column'),
  },
  {
    name: 'choose by double click',
    weight: 3,
    isCareless: true,
    do: async (writer) => {
      await click(writer, undefined, 2 + writer.random(2));
      if (writer.random(2) === 0) await erase(writer, 'Backspace', 1);
    },
  },
  { name: 'replace', weight: 3, isCareless: true, doAtPage: replace },
  { name: 'write before the app is there', weight: 4, doAtPage: reloadAndWrite },
];

/** One act, chosen and done by the numbers of `seed` alone. */
export async function actAt(writer: Omit<Writer, 'random'>, seed: number): Promise<void> {
  const random = seeded(seed);
  const { page } = writer.screen;
  const acts = ACTS.filter(
    (act) => !(act.isCareless && writer.isCareful) && ('do' in act || page !== null),
  );
  let left = random(acts.reduce((sum, { weight }) => sum + weight, 0));
  const act = acts.find(({ weight }) => {
    left -= weight;
    return left < 0;
  })!;
  const acting = { ...writer, random };
  await takeCaret(acting);
  try {
    if ('do' in act) await act.do(acting);
    else if (page) await act.doAtPage(acting, page);
  } catch (error) {
    // Others change the page meanwhile, so what one reaches for may be gone.
    const [reason] = String(error).split('\n');
    if (!/Timeout|detached|outside of the viewport|out of bounds/.test(reason!)) throw error;
    writer.log(`could not ${act.name}: ${reason}`);
    await writer.screen.press('Escape');
    await page?.mouse.up();
  }
}
