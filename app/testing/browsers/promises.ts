/**
 * What the app promises in any browser, kept by two people with real keys.
 *
 * Invariant: each begins with a document of its own and leaves nothing for the next one; nothing in
 * it is particular to one browser.
 */
import type { Driver } from './driver.ts';

interface Promised {
  readonly name: string;
  readonly keep: (ana: Driver, ben: Driver) => Promise<void>;
}

/** What Ana writes in a new document is synced, and Ben comes by a link and reads it. */
async function together(ana: Driver, ben: Driver, text: string): Promise<void> {
  await ana.openLibrary();
  await ana.newDocument();
  await ana.type(text);
  await ana.isSaved({ server: 'synced' });
  await ben.open(await ana.share('editor'));
  await ben.reads(...text.split('\n'));
}

export const PROMISES: readonly Promised[] = [
  {
    // Before anything else, since later all of the app is on the device.
    name: 'What is pasted, copied and cut in the first moments is kept',
    keep: async (ana) => {
      const release = ana.line.hold(/\/clipboard-/);
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('one two');
      await ana.copyElsewhere('<ul><li>a<ul><li>b</li></ul></li></ul>');
      await ana.caret({ after: 'one two' });
      await ana.press('Enter', 'Control+v');
      await ana.type('on');
      await ana.reads('one two', 'on');
      await ana.caret({ after: 'one two' });
      await ana.press('Control+Shift+ArrowLeft', 'Control+x');
      await ana.reads('one ', 'on');
      release();
      await ana.reads('one ', 'a', 'bon');
      await ana.press('Control+v');
      await ana.reads('one two', 'a', 'bon');
    },
  },
  {
    name: 'What is typed is there, and after a reload, too',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('one\ntwo three\nfour');
      await ana.caret({ after: 'two' });
      await ana.press('Enter', 'ArrowUp', 'End', 'Backspace', 'x');
      await ana.reads('one', 'twx', ' three', 'four');
      await ana.press('ArrowDown', 'Home', 'Delete', 'Backspace');
      await ana.reads('one', 'twxthree', 'four');
      await ana.isSaved();
      await ana.browser.reload();
      await ana.reads('one', 'twxthree', 'four');
    },
  },
  {
    name: 'Text is formatted by keys and by Markdown',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('# Plan\nplain bold\n');
      await ana.type('- one\ntwo');
      await ana.reads('Plan', 'plain bold', 'one', 'two');
      await ana.has('h1');
      await ana.has('.bullet', 2);
      await ana.caret({ after: 'plain bold' });
      await ana.press('Control+Shift+ArrowLeft', 'Control+b');
      await ana.has('strong');
      await ana.press('ArrowRight');
      await ana.caret({ after: 'two' });
      await ana.press('Tab');
      await ana.has('.bullet[data-depth="1"]');
    },
  },
  {
    name: 'A table is made, filled and left by keys',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('/table');
      await ana.until(
        'the list',
        () => ana.browser.run(() => document.querySelectorAll('[role=option]').length),
        (count) => count > 0,
      );
      await ana.press('Enter');
      await ana.has('tr', 3);
      await ana.type('a');
      await ana.press('Tab');
      await ana.type('b');
      await ana.press('ArrowDown');
      await ana.type('c');
      await ana.until(
        'the cells',
        () =>
          ana.browser.run(() =>
            [...document.querySelectorAll('td')].map((cell) => cell.textContent).join('|'),
          ),
        (cells) => cells.startsWith('a|b|') && cells.includes('c'),
      );
    },
  },
  {
    name: 'Copy, cut and paste keep blocks and formatting',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('first word\n');
      await ana.copyElsewhere('<ul><li>a <b>bold</b><ul><li>b</li></ul></li></ul><p>end</p>');
      await ana.caret({ after: 'first word' });
      await ana.press('ArrowDown', 'Control+v');
      await ana.reads('first word', 'a bold', 'b', 'end');
      await ana.has('strong');
      await ana.has('.bullet[data-depth="1"]');
      await ana.caret({ after: 'first word' });
      await ana.press('Control+Shift+ArrowLeft', 'Control+x');
      await ana.reads('first ', 'a bold', 'b', 'end');
      await ana.press('Control+v', 'Control+v');
      await ana.reads('first wordword', 'a bold', 'b', 'end');
      await ana.press('Control+a');
      await ana.copy();
      const text = await ana.pasteElsewhere();
      if (!/^first wordword\n- a bold\n {2}- b\nend$/.test(text.replaceAll('\r', '')))
        throw new Error(`Copied: ${JSON.stringify(text)}`);
    },
  },
  {
    name: 'Undo and redo take back one’s own, step by step',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('kept');
      await ana.press('Enter');
      await ana.type('gone');
      await ana.reads('kept', 'gone');
      await ana.press('Control+a', 'Delete');
      await ana.reads('');
      await ana.press('Control+z');
      await ana.reads('kept', 'gone');
      await ana.press('Control+Shift+z');
      await ana.reads('');
      await ana.press('Control+z');
      await ana.reads('kept', 'gone');
    },
  },
  {
    name: 'Two people write at once, by a link',
    keep: async (ana, ben) => {
      await together(ana, ben, 'Ana:\nBen:');
      await ben.caret({ after: 'Ben:' });
      await ana.caret({ after: 'Ana:' });
      await Promise.all([ana.type(' here I am'), ben.type(' and so am I')]);
      for (const person of [ana, ben]) await person.reads('Ana: here I am', 'Ben: and so am I');
    },
  },
  {
    // Keyboards have such letters: of West Africa, of mathematics, and emoji.
    name: 'Letters that are two units long are typed whole, and others read them so',
    keep: async (ana, ben) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('Ana 𞤀𞤣𞤤 🍎𝒙\nlast');
      await ana.into('textbox', 'Title');
      await ana.type('𞤀🍎 plan');
      await ana.isSaved({ server: 'synced' });
      await ben.open(await ana.share('editor'));
      for (const person of [ana, ben]) {
        await person.reads('Ana 𞤀𞤣𞤤 🍎𝒙', 'last');
        await person.hasTitle('𞤀🍎 plan');
      }
    },
  },
  {
    name: 'What two people wrote apart is merged, each word once',
    keep: async (ana, ben) => {
      await together(ana, ben, 'red green blue\nlast');
      ben.line.cut();
      await ana.caret({ after: 'red' });
      await ana.type(' and rose');
      await ana.caret({ after: 'green' });
      await ana.press('Enter');
      await ben.caret({ after: 'blue' });
      await ben.type(' sky');
      await ben.caret({ after: 'last' });
      await ben.press('Enter');
      await ben.type('new');
      await ben.caret({ after: 'last' });
      await ben.press('Control+Shift+ArrowLeft', 'Control+b');
      ben.line.mend();
      for (const person of [ana, ben]) {
        await person.reads('red and rose green', ' blue sky', 'last', 'new');
        await person.isSaved({ server: 'synced' });
      }
      await ana.has('strong');
    },
  },
  {
    name: 'Without a network one writes, reloads and writes on, and it is sent when there is one',
    keep: async (ana, ben) => {
      await together(ana, ben, 'before');
      await ana.canComeBackOffline();
      ana.line.cut();
      await ana.caret({ after: 'before' });
      await ana.type(' without');
      await ana.isSaved();
      await ana.browser.reload();
      await ana.reads('before without');
      await ana.caret({ after: 'without' });
      await ana.type(' twice');
      await ana.isSaved();
      ana.line.mend();
      await ben.reads('before without twice');
      await ana.isSaved({ server: 'synced' });
    },
  },
  {
    name: 'All of a long document is copied, also by who only reads, and a page down is a page',
    keep: async (ana, ben) => {
      await ana.openLibrary();
      await ana.newDocument();
      const paragraphs = Array.from({ length: 800 }, (_, index) => `Paragraph ${index}.`);
      await ana.copyElsewhere(paragraphs.map((text) => `<p>${text}</p>`).join(''));
      await ana.into('textbox', 'Document body');
      await ana.press('Control+v');
      await ana.isSaved({ server: 'synced' });
      await ana.press('Control+Home', 'Shift+PageDown');
      await ana.copy();
      const page = (await ana.pasteElsewhere()).split('\n').length;
      if (page < 5 || page > 100) throw new Error(`A page down selects ${page} lines.`);
      const link = await ana.share('viewer');
      await ben.open(link, 'viewer');
      await ben.caretInReader('Paragraph 1.');
      await ben.press('Control+a');
      await ben.copy();
      const text = (await ben.pasteElsewhere()).replaceAll('\r', '');
      if (text !== paragraphs.join('\n')) throw new Error(`Copied: ${text.slice(0, 300)}`);
    },
  },
  {
    name: 'What is written is found in the library, after going back and forth, too',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('the lighthouse 2024 stands');
      await ana.isSaved({ server: 'synced' });
      await ana.browser.back();
      for (const word of ['lighthouse', '2024']) {
        await ana.openLibrary();
        await ana.into('searchbox', 'Search documents');
        await ana.type(word);
        await ana.until(
          'what is found',
          () =>
            ana.browser.run(() => ({
              found: [...document.querySelectorAll('mark')].map((mark) => mark.textContent),
              said: document.querySelector('main')?.textContent?.slice(0, 200),
            })),
          ({ found }) => found.includes(word),
        );
      }
    },
  },
  {
    name: 'What one suggests, or writes in a draft, is accepted by another, and taken back',
    keep: async (ana, ben) => {
      await together(ana, ben, 'red 🍎 green');
      await ben.fromMenu('Suggest changes');
      await ben.sees('button', 'Stop suggesting');
      await ben.caret({ after: 'red' });
      await ben.type(' rose 🌹');
      await ben.isSaved({ server: 'synced' });
      await ana.fromMenu('Suggestions');
      await ana.click('button', 'Accept');
      await ana.reads('red rose 🌹 🍎 green');
      await ana.click('button', 'Undo');
      await ana.reads('red 🍎 green');
      await ana.click('button', 'Accept');
      for (const person of [ana, ben]) await person.reads('red rose 🌹 🍎 green');

      await ana.fromMenu('Drafts');
      await ana.into('textbox', 'Name of the draft');
      await ana.type('Plan 🅱️');
      await ana.press('Enter');
      await ana.sees('button', 'Back to the document');
      await ana.caret({ after: 'green' });
      await ana.type(' tea');
      await ana.reads('red rose 🌹 🍎 green tea');
      await ben.reads('red rose 🌹 🍎 green');
      await ana.click('button', 'Merge');
      for (const person of [ana, ben]) await person.reads('red rose 🌹 🍎 green tea');
    },
  },
  {
    name: 'One looks back, restores a version for everyone, and takes that back',
    keep: async (ana, ben) => {
      await together(ana, ben, 'red 🍎 green');
      await ana.lookBack();
      await ana.sees('button', 'Restore this version');
      await ben.caret({ after: 'red' });
      await ben.type(' rose');
      await ana.reads('red rose 🍎 green');
      await ana.click('button', 'Restore this version');
      for (const person of [ana, ben]) await person.reads('red 🍎 green');
      await ana.press('Control+z');
      for (const person of [ana, ben]) await person.reads('red rose 🍎 green');
    },
  },
  {
    name: 'Every command is reached by keys',
    keep: async (ana) => {
      await ana.openLibrary();
      await ana.newDocument();
      await ana.type('a block');
      await ana.press('Shift+F10');
      await ana.sees('menu', 'Block');
      await ana.press('Escape', 'Control+k');
      await ana.sees('combobox', 'Search commands');
      await ana.press('Escape');
    },
  },
];
