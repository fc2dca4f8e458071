/**
 * What comes of two people's work apart, done with real keys and real drags in two browsers.
 *
 * The table of all pairs is run without a screen in `shared/document`; here stand the ones that a
 * person's hands could do differently. Two people serve for all pairs; each pair has a document of
 * its own.
 */
import { blocks, dragBlock } from './support/blocks.ts';
import type { Person } from './support/person.ts';
import { startServer } from './support/server.ts';
import { test as base, expect } from './support/test.ts';

/** So many documents from one address are no attack here. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern.
  server: async ({}, use) => {
    const server = await startServer({ MAX_NEW_DOCUMENTS_PER_MINUTE: '1000' });
    await use(server);
    await server.dispose();
  },
});

test.use({ serviceWorkers: 'allow' });

type Act = (person: Person) => Promise<void>;

const ALPHA = 'text Alpha one two three';
const BRAVO = 'text Bravo four five six';
const TYPED = 'text Bravo four XXX five six';
const CHARLIE = 'text Charlie seven eight nine';

interface Pair {
  ana: Act;
  ben: Act;
  /** What is right; where a rule of order decides, either. */
  merged: readonly (readonly string[])[];
  /** What Ana makes of the document before Ben gets it. */
  before?: Act;
  /** What Ana does when both have met again, and what is right then. */
  afterwards?: { act: Act; merged: readonly string[] };
  /** What of the merged text is bold. */
  bold?: string;
}

const at = (text: string, ...keys: string[]): Act => {
  return async (person) => {
    await person.putCaret({ after: text });
    for (const key of keys) await person.press(key);
  };
};
const before = (text: string, ...keys: string[]): Act => {
  return async (person) => {
    await person.putCaret({ before: text });
    for (const key of keys) await person.press(key);
  };
};
const type =
  (after: string, text = ' XXX'): Act =>
  async (person) => {
    await person.putCaret({ after });
    await person.type(text);
  };
const mark =
  (text: string, key: string): Act =>
  async (person) => {
    await person.select(text);
    await person.press(key);
  };
const drag =
  (text: string, where: { before: string } | { behind: string }): Act =>
  (person) =>
    dragBlock(person, text, where);
const thenUndo =
  (act: Act): Act =>
  async (person) => {
    const was = await blocks(person);
    await act(person);
    await expect.poll(() => blocks(person)).not.toEqual(was);
    await person.press('ControlOrMeta+z');
    await expect.poll(() => blocks(person)).toEqual(was);
  };
const paste =
  (after: string, text: string): Act =>
  async (person) => {
    await person.putCaret({ after });
    await person.paste(text);
  };

const split = at('Bravo', 'Enter', 'Delete');
const heading = at('Bravo', 'ControlOrMeta+Alt+1');
const join = before('Bravo', 'Backspace');
const remove = at('Bravo', 'Escape', 'Delete');
const down = drag('Bravo', { behind: 'Charlie' });
const undo: Act = (person) => person.press('ControlOrMeta+z');
const asTask: Act = at('Bravo', 'ControlOrMeta+Shift+9');

const STRUCTURE: Record<string, Pair> = {
  'splits | types in the tail': {
    ana: split,
    ben: type('four'),
    merged: [[ALPHA, 'text Bravo', 'text four XXX five six', CHARLIE]],
  },
  'splits | splits elsewhere': {
    ana: split,
    ben: at('five', 'Enter', 'Delete'),
    merged: [[ALPHA, 'text Bravo', 'text four five', 'text six', CHARLIE]],
  },
  'splits | makes it a heading': {
    ana: split,
    ben: heading,
    merged: [[ALPHA, 'heading1 Bravo', 'text four five six', CHARLIE]],
  },
  'makes it a heading | types in it': {
    ana: heading,
    ben: type('four'),
    merged: [[ALPHA, 'heading1 Bravo four XXX five six', CHARLIE]],
    afterwards: { act: undo, merged: [ALPHA, TYPED, CHARLIE] },
  },
  'makes it a heading | the same': {
    ana: heading,
    ben: heading,
    merged: [[ALPHA, 'heading1 Bravo four five six', CHARLIE]],
  },
  'makes it a list item | types in it': {
    ana: at('Bravo', 'ControlOrMeta+Shift+8'),
    ben: type('four'),
    merged: [[ALPHA, 'bullet Bravo four XXX five six', CHARLIE]],
  },
  'makes it code | types in it': {
    ana: async (person) => {
      await person.putCaret({ after: 'Bravo' });
      await person.press('ControlOrMeta+k');
      await person.page.keyboard.type('code block\n');
      await person.press('Enter');
    },
    ben: type('four'),
    merged: [[ALPHA, 'code Bravo four XXX five six', CHARLIE]],
  },
  'joins it to the one above | types in it': {
    ana: join,
    ben: type('four'),
    merged: [['text Alpha one two threeBravo four XXX five six', CHARLIE]],
    afterwards: { act: undo, merged: [ALPHA, TYPED, CHARLIE] },
  },
  'joins it | splits it': {
    ana: join,
    ben: split,
    merged: [['text Alpha one two threeBravo', 'text four five six', CHARLIE]],
  },
  'nests it | types in it': {
    ana: at('Bravo', 'Tab'),
    ben: type('four'),
    merged: [[ALPHA, 'text+1 Bravo four XXX five six', CHARLIE]],
  },
  'nests it | the same': {
    ana: at('Bravo', 'Tab'),
    ben: at('Bravo', 'Tab'),
    merged: [[ALPHA, 'text+1 Bravo four five six', CHARLIE]],
  },
  'checks it | types in it': {
    before: asTask,
    ana: at('Bravo', 'ControlOrMeta+Enter'),
    ben: type('four'),
    merged: [[ALPHA, 'task [x] Bravo four XXX five six', CHARLIE]],
  },
  'checks it | the same': {
    before: asTask,
    ana: at('Bravo', 'ControlOrMeta+Enter'),
    ben: at('Bravo', 'ControlOrMeta+Enter'),
    merged: [[ALPHA, 'task [x] Bravo four five six', CHARLIE]],
  },
  'pastes three blocks | types behind them': {
    ana: paste('three', 'Delta\n\nEcho\n\nFoxtrot'),
    ben: type('four'),
    merged: [['text Alpha one two threeDelta', 'text Echo', 'text Foxtrot', TYPED, CHARLIE]],
  },
  'duplicates it | types in it': {
    ana: at('Bravo', 'ControlOrMeta+d'),
    ben: type('four'),
    merged: [[ALPHA, TYPED, BRAVO, CHARLIE]],
  },
  'inserts a block behind it with / | types in it': {
    ana: async (person) => {
      await person.putCaret({ after: 'six' });
      await person.type(' /quote');
      await expect(person.page.getByRole('listbox', { name: 'Insert block' })).toBeVisible();
      await person.press('Enter');
      await person.type('said');
    },
    ben: type('four'),
    merged: [[ALPHA, TYPED, 'quote said', CHARLIE]],
  },
};

const TEXT: Record<string, Pair> = {
  'deletes it | types in it': {
    ana: remove,
    ben: type('four'),
    merged: [[ALPHA, 'text XXX', CHARLIE]],
  },
  'deletes it | the same': { ana: remove, ben: remove, merged: [[ALPHA, CHARLIE]] },
  'deletes from one to the next | types behind': {
    ana: async (person) => {
      await person.putCaret({ after: 'two' });
      await person.page.keyboard.down('Shift');
      await person.putCaret({ after: 'four' });
      await person.page.keyboard.up('Shift');
      await person.press('Backspace');
    },
    ben: type('six'),
    merged: [['text Alpha one two five six XXX', CHARLIE]],
  },
  'types | types at the same spot': {
    ana: type('four', ' AAA'),
    ben: type('four', ' BBB'),
    merged: [
      [ALPHA, 'text Bravo four AAA BBB five six', CHARLIE],
      [ALPHA, 'text Bravo four BBB AAA five six', CHARLIE],
    ],
  },
  'makes words bold | makes words beside them bold': {
    ana: mark('Bravo four', 'ControlOrMeta+b'),
    ben: mark('four five', 'ControlOrMeta+b'),
    merged: [[ALPHA, BRAVO, CHARLIE]],
    bold: 'Bravo four five',
  },
  'makes words bold | types among them': {
    ana: mark('Bravo four five', 'ControlOrMeta+b'),
    ben: type('four'),
    merged: [[ALPHA, TYPED, CHARLIE]],
    bold: 'Bravo four XXX five',
  },
  'makes words bold | splits among them': {
    ana: mark('Bravo four', 'ControlOrMeta+b'),
    ben: split,
    merged: [[ALPHA, 'text Bravo', 'text four five six', CHARLIE]],
    bold: 'Bravofour',
  },
  'replaces a word everywhere | types beside it': {
    ana: async (person) => {
      await person.press('ControlOrMeta+f');
      const panel = person.page.getByRole('dialog', { name: 'Find and replace' });
      await panel.getByRole('textbox', { name: 'Find', exact: true }).fill('four');
      await panel.getByRole('textbox', { name: 'Replace with' }).fill('4');
      await panel.getByRole('button', { name: 'Replace all' }).click();
      await person.press('Escape');
    },
    ben: type('five'),
    merged: [[ALPHA, 'text Bravo 4 five XXX six', CHARLIE]],
  },
  'splits and undoes it | types in it': {
    ana: thenUndo(at('Bravo', 'Enter')),
    ben: type('four'),
    merged: [[ALPHA, TYPED, CHARLIE]],
  },
  'makes it a heading and undoes it | types in it': {
    ana: thenUndo(heading),
    ben: type('four'),
    merged: [[ALPHA, TYPED, CHARLIE]],
  },
  'deletes it and undoes it | types elsewhere': {
    ana: thenUndo(remove),
    ben: type('two'),
    merged: [['text Alpha one two XXX three', BRAVO, CHARLIE]],
  },
};

const MOVES: Record<string, Pair> = {
  'drags it down | types in it': {
    ana: down,
    ben: type('four'),
    merged: [[ALPHA, CHARLIE, TYPED]],
    afterwards: { act: undo, merged: [ALPHA, TYPED, CHARLIE] },
  },
  'drags it down | drags it up': {
    ana: down,
    ben: drag('Bravo', { before: 'Alpha' }),
    merged: [
      [ALPHA, CHARLIE, BRAVO],
      [BRAVO, ALPHA, CHARLIE],
    ],
  },
  'drags it down | drags another one down': {
    ana: down,
    ben: drag('Alpha', { behind: 'Charlie' }),
    merged: [
      [CHARLIE, BRAVO, ALPHA],
      [CHARLIE, ALPHA, BRAVO],
    ],
  },
  'drags it down | splits it': {
    ana: down,
    ben: split,
    merged: [[ALPHA, CHARLIE, 'text Bravo', 'text four five six']],
  },
  'drags it down | makes it a heading': {
    ana: down,
    ben: heading,
    merged: [[ALPHA, CHARLIE, 'heading1 Bravo four five six']],
  },
  'drags it down | deletes it': { ana: down, ben: remove, merged: [[ALPHA, CHARLIE]] },
  'drags it down | drags it down, too': {
    ana: down,
    ben: down,
    merged: [[ALPHA, CHARLIE, BRAVO]],
  },
  'drags it under another | types in both': {
    ana: (person) => dragBlock(person, 'Charlie', { behind: 'Alpha' }, 1),
    ben: async (person) => {
      await type('two')(person);
      await type('seven', ' YYY')(person);
    },
    // A line of text is none to nest in, however far to the side one drags.
    merged: [['text Alpha one two XXX three', 'text Charlie seven YYY eight nine', BRAVO]],
  },
  'drags it and undoes it | types in it': {
    ana: thenUndo(down),
    ben: type('four'),
    merged: [[ALPHA, TYPED, CHARLIE]],
  },
  'moves it with keys | types in it': {
    ana: at('Bravo', 'Alt+Shift+ArrowUp'),
    ben: type('four'),
    merged: [[TYPED, ALPHA, CHARLIE]],
  },
};

const START = [ALPHA, BRAVO, CHARLIE].map((block) => block.slice('text '.length));

async function seen(person: Person): Promise<string[]> {
  return (await blocks(person)).map((block) => block.replace(/\s+/g, ' '));
}

async function runPair(ana: Person, ben: Person, pair: Pair): Promise<void> {
  await ana.newDocument(...START);
  await pair.before?.(ana);
  const link = await ana.share('editor');
  await ben.open(link);
  await ana.isSynced();
  const begun = await seen(ana);
  await expect.poll(() => seen(ben)).toEqual(begun);
  await ben.isSynced();
  await Promise.all([ana.goOffline(), ben.goOffline()]);
  await Promise.all([ana.isOffline(), ben.isOffline()]);
  await Promise.all([pair.ana(ana), pair.ben(ben)]);
  await Promise.all([ana.isSaved(), ben.isSaved()]);
  await Promise.all([ana.goOnline(), ben.goOnline()]);
  await Promise.all([ana.isSynced(), ben.isSynced()]);
  await bothHave(ana, ben, pair.merged);
  if (pair.bold !== undefined)
    for (const person of [ana, ben])
      await expect
        .poll(async () => (await person.body.locator('strong').allTextContents()).join(''))
        .toBe(pair.bold);
  if (!pair.afterwards) return;
  await pair.afterwards.act(ana);
  await bothHave(ana, ben, [pair.afterwards.merged]);
}

async function bothHave(
  ana: Person,
  ben: Person,
  merged: readonly (readonly string[])[],
): Promise<void> {
  const right = merged.map((lines) => lines.join('\n'));
  await expect
    .poll(async () => (await seen(ana)).join('\n'), { message: 'what Ana has' })
    .toMatch(new RegExp(`^(${right.map((text) => RegExp.escape(text)).join('|')})$`));
  const own = await seen(ana);
  await expect.poll(() => seen(ben), { message: 'what Ben has' }).toEqual(own);
}

for (const [kind, pairs] of Object.entries({ structure: STRUCTURE, text: TEXT, moves: MOVES }))
  test(`two people apart, then together: ${kind}`, async ({ arrive }) => {
    test.setTimeout(240_000);
    const [ana, ben] = [await arrive('Ana'), await arrive('Ben')];
    await ana.openLibrary();
    const failed: string[] = [];
    for (const [name, pair] of Object.entries(pairs))
      await test.step(name, async () => {
        try {
          await runPair(ana, ben, pair);
          await ana.goBack();
        } catch (error) {
          // The other pairs are worth knowing, too.
          failed.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
          await Promise.all([ana.goOnline(), ben.goOnline()]);
          await ana.openLibrary();
        }
      });
    expect(failed, 'pairs that came out wrong').toEqual([]);
  });
