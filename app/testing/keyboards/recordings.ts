/**
 * What keyboards on glass were seen to do to a page, each with who saw it, on what and when.
 *
 * Invariant: a recording is the order of calls and their texts, as reported; the words are ours where
 * the report has a picture or names only the calls. `reads` is what whoever typed it meant, line by line.
 */

/**
 * One call of a keyboard. Android's are those of its `InputConnection`; those of iOS are the
 * `beforeinput` that Safari fires, with its target range. `back` counts UTF-16 units before the caret.
 */
export type Call =
  /** `setComposingText`: what is composed so far, underlined. */
  | { compose: string }
  /** `commitText` on Android, `insertText` on iOS. */
  | { insert: string }
  /** `setComposingRegion` over the word before the caret, then `setComposingText`. First line only. */
  | { recompose: string; as: string }
  /** `deleteSurroundingText` on Android, `deleteContentBackward` with its range on iOS. */
  | { remove: number }
  /** iOS: `insertReplacementText` with the range of what goes, or `insertText` where `data` is null. */
  | { replace: number; by: string; inputType?: 'insertText' }
  /** Samsung: the word is selected for a moment, and written over. */
  | { over: number; by: string }
  | { key: 'Enter' | 'Backspace' };

export interface Recording {
  readonly name: string;
  readonly source: string;
  readonly device: string;
  /** When it was reported. */
  readonly date: string;
  readonly calls: readonly Call[];
  readonly reads: readonly string[];
}

const github = (path: string) => `https://github.com/${path}`;

const composed = (...texts: string[]): Call[] => texts.map((compose) => ({ compose }));
const inserted = (...texts: string[]): Call[] => texts.map((insert) => ({ insert }));
const removed = (remove: number): Call => ({ remove });
const ENTER: Call = { key: 'Enter' };
const BACKSPACE: Call = { key: 'Backspace' };

export const ANDROID: readonly Recording[] = [
  {
    name: 'a word is taken back into composition, with each letter and after its blank is gone',
    source: github('ckeditor/ckeditor5/issues/12058'),
    device: 'Gboard and Samsung, Chrome on Android',
    date: '2022-07-14',
    calls: [
      ...composed('w', 'wo', 'wordd', 'word'),
      ...inserted('word', ' '),
      removed(1),
      { recompose: 'word', as: 'wor' },
      ...composed('wors', 'worse'),
      ...inserted('worse', ' '),
      ...composed('two'),
      ...inserted('two'),
      { recompose: 'two', as: 'twos' },
      ...inserted('twos', ' ', 'x'),
    ],
    reads: ['worse twos x'],
  },
  {
    name: 'words letter by letter, and one from the suggestions',
    source: github('david-vanderson/dvui/issues/457'),
    device: 'Chrome on Android, predictive text on',
    date: '2025-07-08',
    calls: [
      ...composed('H', 'He', 'Her', 'Here'),
      ...inserted('Here', ' ', 'this', ' '),
      ...composed('w'),
      ...inserted('works', '.'),
    ],
    reads: ['Here this works.'],
  },
  {
    name: 'a suggestion takes the place of a word: it is selected, deleted, and written',
    source: github('odoo/odoo/pull/278266'),
    device: 'Gboard, Chrome on Android',
    date: '2026-07-24',
    calls: [
      ...inserted('I', ' ', 'don', "'"),
      removed(4),
      ...inserted('won’t', ' ', '👍🏽'),
      removed(4),
      ...inserted('👎', ' '),
    ],
    reads: ['I won’t 👎 '],
  },
  {
    name: 'a correction at the blank is taken back by Backspace; two blanks are a full stop',
    source: github('LeanBitLab/LeanType/issues/245'),
    device: 'a keyboard of the family of LatinIME, Android',
    date: '2026-07-08',
    calls: [
      ...composed('t', 'te', 'teh'),
      ...inserted('the', ' '),
      removed(4),
      ...inserted('teh ', 'end', ' '),
      removed(1),
      ...inserted('. ', 'Next'),
    ],
    reads: ['teh end. Next'],
  },
  {
    name: 'two blanks behind an address, which became a link at the first',
    source: github('LeanBitLab/LeanType/issues/245'),
    device: 'a keyboard of the family of LatinIME, Android',
    date: '2026-07-08',
    calls: [...inserted('www.example.org', ' '), removed(1), ...inserted('. ', 'Next')],
    reads: ['www.example.org. Next'],
  },
  {
    name: 'swiped words, each with the blank before it',
    source: github('ianstormtaylor/slate/issues/2062'),
    device: 'Gboard, Android',
    date: '2018-08-08',
    calls: [
      ...composed('swipe'),
      ...inserted('swipe', ' '),
      ...composed('word'),
      ...inserted('word', ' '),
      ...composed('after'),
      ...inserted('after', '!'),
    ],
    reads: ['swipe word after!'],
  },
  {
    name: 'dictation writes what it understood until now again and again',
    source: github('futo-org/android-keyboard/pull/1978'),
    device: 'voice input, Android',
    date: '2026-04-25',
    calls: [
      ...composed('I', 'I want', 'I won two', 'I want to write'),
      ...inserted('I want to write', ' mor'),
      removed(4),
      ...inserted(' more words'),
      removed(11),
      ...inserted(' more words.'),
    ],
    reads: ['I want to write more words.'],
  },
  {
    name: 'a word is selected for a moment with each letter',
    source: github('ckeditor/ckeditor5/issues/14567'),
    device: 'Samsung keyboard, Firefox on Android',
    date: '2024-02-04',
    calls: [
      ...inserted('T'),
      { over: 1, by: 'Th' },
      { over: 2, by: 'Thi' },
      { over: 3, by: 'This' },
      ...inserted(' '),
    ],
    reads: ['This '],
  },
  {
    name: 'Enter in a composition, Backspace over the end of a line',
    source: github('ianstormtaylor/slate/blob/main/packages/slate-react/src/plugins/ANDROID.md'),
    device: 'Android 9 (API 28)',
    date: '2019',
    calls: [
      ...composed('first'),
      ...inserted('first'),
      ENTER,
      ...composed('second'),
      ...inserted('second'),
      ENTER,
      BACKSPACE,
      ...composed('ly'),
      ...inserted('ly'),
    ],
    reads: ['first', 'secondly'],
  },
  {
    name: 'syllables of Hangul, then kana that become kanji, composed',
    source: github('facebook/lexical/pull/8769'),
    device: 'Samsung keyboard, Chrome on Android',
    date: '2026-07-01',
    calls: [
      ...composed('ㅎ', '하', '한'),
      ...inserted('한'),
      ...composed('ㄱ', '그', '글'),
      ...inserted('글', ' '),
      ...composed('に', 'にほ', 'にほん', '日本'),
      ...inserted('日本', '。', '😀', '👨‍👩‍👧‍👦'),
      BACKSPACE,
    ],
    reads: ['한글 日本。😀'],
  },
  {
    name: 'bold by its signs, an address and a quotation, composed',
    source: github('opendocument-app/OpenDocument.core/pull/905'),
    device: 'Gboard, Android',
    date: '2026-09-18',
    calls: [
      ...inserted('*', '*'),
      ...composed('fat'),
      ...inserted('fat', '*', '*', ' '),
      ...composed('https://example.org'),
      ...inserted('https://example.org', ' ', '"'),
      ...composed('yes'),
      ...inserted('yes', '"'),
    ],
    reads: ['fat https://example.org “yes”'],
  },
  {
    name: 'a list by its sign, left by Enter',
    source: github('opendocument-app/OpenDocument.core/pull/905'),
    device: 'Gboard, Android',
    date: '2026-09-18',
    calls: [
      ...inserted('-', ' '),
      ...composed('item'),
      ...inserted('item'),
      ENTER,
      ...composed('more'),
      ...inserted('more'),
      ENTER,
      ENTER,
      ...inserted('end'),
    ],
    reads: ['item', 'more', 'end'],
  },
];

export const IOS: readonly Recording[] = [
  {
    name: 'a correction at the blank, and another from the menu, where the text is beside the event',
    source: github('facebook/lexical/pull/8711'),
    device: 'iOS and macOS, Safari',
    date: '2026-06-17',
    calls: [
      ...inserted('t', 'e', 'h'),
      { replace: 3, by: 'the' },
      ...inserted(' ', 'w', 'r', 'd'),
      { replace: 3, by: 'word', inputType: 'insertText' },
    ],
    reads: ['the word'],
  },
  {
    name: 'a suggestion tapped: the word, then a blank by itself, which a full stop takes back',
    source: github('ianstormtaylor/slate/issues/540'),
    device: 'iOS, Safari',
    date: '2016-12-28',
    calls: [
      ...inserted('h', 'e'),
      { replace: 2, by: 'hello' },
      ...inserted(' ', 't'),
      { replace: 1, by: 'there' },
      ...inserted(' '),
      { replace: 1, by: '.' },
      ...inserted(' '),
    ],
    reads: ['hello there. '],
  },
  {
    name: 'two blanks are a full stop, at once or in two steps, also behind an address',
    source: github('ianstormtaylor/slate/issues/1177'),
    device: 'iOS 11, Safari',
    date: '2017-10-12',
    calls: [
      ...inserted('a', ' '),
      { replace: 1, by: '. ' },
      ...inserted('B', ' '),
      removed(1),
      ...inserted('. ', 'www.example.org', ' '),
      removed(1),
      ...inserted('. ', 'C'),
    ],
    reads: ['a. B. www.example.org. C'],
  },
  {
    name: 'syllables of Hangul, each taken away and written again',
    source: github('ruffle-rs/ruffle/pull/19896'),
    device: 'iOS 18.4, Safari',
    date: '2025-04-04',
    calls: [
      ...inserted('ㅎ'),
      removed(1),
      ...inserted('하'),
      removed(1),
      ...inserted('한', 'ㄱ'),
      removed(1),
      ...inserted('그'),
      removed(1),
      ...inserted('글'),
    ],
    reads: ['한글'],
  },
  {
    name: 'Hangul by ten keys, which takes away two syllables at once',
    source: github('facebook/lexical/pull/8475'),
    device: 'iOS, Safari',
    date: '2026-05-07',
    calls: [
      ...inserted('ㅇ'),
      removed(1),
      ...inserted('아'),
      removed(1),
      ...inserted('안', 'ㄴ'),
      removed(2),
      ...inserted('안녀'),
      removed(1),
      ...inserted('녕'),
    ],
    reads: ['안녕'],
  },
  {
    name: 'Hangul behind a quotation mark, which is taken away and put back',
    source: github('simonbs/Runestone/pull/236'),
    device: 'iOS',
    date: '2022-11-01',
    calls: [
      ...inserted('"', 'ㅇ'),
      removed(1),
      removed(1),
      ...inserted('“', '어'),
      ...inserted('"', ' '),
    ],
    reads: ['“어” '],
  },
  {
    name: 'Hangul behind an emoji, which is taken away and put back',
    source: github('flutter-team-archive/engine/pull/36295'),
    device: 'iOS 16',
    date: '2022-09-20',
    calls: [...inserted('👍🏽', 'ㅇ'), removed(1), removed(4), ...inserted('👍🏽', '아')],
    reads: ['👍🏽아'],
  },
  {
    name: 'dictation, which puts the whole sentence again in place of what it understood before',
    source: github('agent-of-empires/agent-of-empires/issues/1431'),
    device: 'iOS, Safari',
    date: '2026-05-22',
    calls: [
      ...inserted('Hello'),
      { replace: 5, by: 'Hello word' },
      { replace: 10, by: 'Hello world this' },
      { replace: 16, by: 'Hello world, this is' },
    ],
    reads: ['Hello world, this is'],
  },
  {
    name: 'dictation, in which somebody says "new line"',
    source: github('ckeditor/ckeditor5/issues/2045'),
    device: 'iOS, Safari',
    date: '2019-09-12',
    calls: [...inserted('Test text'), ENTER, ...inserted('Test text', '.')],
    reads: ['Test text', 'Test text.'],
  },
  {
    name: 'a list by its sign, left by Enter, with Hangul in it',
    source: github('michael/svedit/issues/113'),
    device: 'iOS, Safari',
    date: '2025-09-08',
    calls: [
      ...inserted('-', ' ', 'ㄱ'),
      removed(1),
      ...inserted('가'),
      removed(1),
      ...inserted('ㄱ'),
      ENTER,
      ...inserted('b'),
      ENTER,
      ENTER,
      ...inserted('c'),
    ],
    reads: ['ㄱ', 'b', 'c'],
  },
];
