/**
 * What commands are called in the language of the interface, and what else they are found by.
 *
 * Invariant: every command has a name in every language. In each of them it is also found by its
 * English name, which is what other editors and their instructions call it.
 */
import { enLazy } from '../../i18n/en-lazy.ts';
import { type LazyTexts, tLazy } from '../../i18n/lazy.ts';
import { BLOCK_KINDS } from '../commands/block-kinds.ts';
import type { EditorCommand } from '../commands/command.ts';
import type { Searchable } from './search.ts';

/** What a search finds commands by besides their names, in English. */
const ALSO: Readonly<Record<string, string>> = {
  ...Object.fromEntries(BLOCK_KINDS.map(({ id, also = '' }) => [`insert-${id}`, also])),
  bold: 'strong',
  italic: 'emphasis',
  strike: 'crossed out',
  code: 'monospace',
  highlight: 'marker colour',
  'insert-date': 'day today calendar deadline',
  'insert-mention': 'person people @ name',
  'insert-emoji': 'smiley picture :',
  duplicate: 'copy repeat',
  delete: 'remove block',
  'insert-inline-formula': 'math tex equation inline',
  'insert-bookmark': 'web page card address url embed',
  'insert-document': 'page library reference @',
  'describe-picture': 'alt text alternative image description screen reader',
  'picture-wider': 'resize larger bigger image',
  'picture-narrower': 'resize smaller image',
  'download-file': 'save attachment',
  'retry-file': 'upload load retry',
  'clear-format': 'clear plain colour',
  link: 'address url web hyperlink',
  'change-date': 'day calendar',
  'inline-formula': 'math tex equation inline',
  document: 'page library reference',
  bookmark: 'card address url embed',
  check: 'done task todo',
  deeper: 'indent',
  out: 'outdent unindent',
  language: 'syntax highlighting programming',
  'number-from-1': 'restart list',
  'number-on': 'list go on',
  'number-from': 'list number value',
  'table-menu': 'row actions',
  fold: 'collapse expand section heading toggle hide show',
  'fold-all': 'collapse sections headings',
  'unfold-all': 'expand sections headings',
  'copy-block-link': 'address anchor share',
  'copy-markdown': 'source text export selection',
  'block-menu': 'actions move turn',
  'select-all': 'everything',
  undo: 'back',
  redo: 'again',
  find: 'search text',
  outline: 'headings contents sections panel',
  comment: 'note remark discuss annotate',
  'next-comment': 'note remark',
  suggesting: 'propose track changes review mode',
  'next-suggestion': 'proposal review',
  'previous-suggestion': 'proposal review',
  'accept-suggestion': 'proposal review approve',
  'reject-suggestion': 'proposal review refuse decline',
  'previous-comment': 'note remark',
  history: 'versions changes back before who wrote restore',
  reading: 'view edit write switch',
  counts: 'characters length reading time statistics',
  look: 'emoji page style font typeface width appearance',
  'page-width': 'full wide narrow layout',
  'text-face': 'font typeface letters sans',
  save: 'saved synced state',
  toolbar: 'formatting',
  shortcuts: 'keys help ?',
};

type NamedCommand = Pick<EditorCommand, 'id'>;

/** In menus, the palette and the list of shortcuts. */
export function nameOf({ id }: NamedCommand): string {
  return nameIn(tLazy(), id);
}

/** In the list of what can be put in, where it goes without saying that it is put in. */
export function insertName(id: string): string {
  return insertNameIn(tLazy(), id);
}

/** What something to put in is found by besides its name. */
export function otherNames(id: string): string {
  return besides(insertNameIn(enLazy, id), id);
}

/** A command as a search wants it. */
export function searchable<Command extends NamedCommand>(command: Command): Command & Searchable {
  const words = besides(nameIn(enLazy, command.id), command.id);
  return { ...command, label: nameOf(command), words };
}

function besides(english: string, id: string): string {
  const also = ALSO[id.replace(/^turn-/, 'insert-')] ?? (colorOf(id) ? 'color' : '');
  return `${also} ${english.toLowerCase()}`;
}

function nameIn(texts: LazyTexts, id: string): string {
  const color = colorOf(id);
  if (color) {
    const [mark, name] = color;
    const what = mark === 'color' ? texts.menus.textColor : texts.commands.highlight;
    return name === 'none'
      ? texts.menus.noColor(what)
      : texts.menus.colored(what, named(texts.colors, name));
  }
  return has(texts.commands, id)
    ? texts.commands[id]
    : named(texts.blocks, id.replace(/^(turn|insert)-/, ''));
}

function insertNameIn(texts: LazyTexts, id: string): string {
  const kind = id.replace(/^insert-/, '');
  // A formula in the line is another thing than the block.
  return has(texts.blocks, kind) ? texts.blocks[kind] : named(texts.commands, id);
}

function colorOf(id: string): [mark: string, name: string] | null {
  const [, mark, name] = /^(color|highlight)-(\w+)$/.exec(id) ?? [];
  return mark && name ? [mark, name] : null;
}

function named(texts: Readonly<Record<string, string>>, id: string): string {
  const name = texts[id];
  if (name === undefined) throw new Error(`"${id}" has no name.`);
  return name;
}

function has<Texts extends object>(texts: Texts, id: string): id is keyof Texts & string {
  return Object.hasOwn(texts, id);
}
