/**
 * The languages code can be in: what they are called, and under which names they are written.
 *
 * Invariant: a block keeps the name it was given; every name that Markdown files use for a language
 * finds the same one.
 */
import { tLazy } from '../../../i18n/lazy.ts';

export interface Language {
  /** As the highlighter calls it, and as it is stored when chosen here. */
  id: string;
  label: string;
  /** Other names it is written with. */
  aliases: string;
}

/** Drawn as a diagram; the highlighter has no grammar for it. */
export const DIAGRAM_LANGUAGE = 'mermaid';

const NAMES: readonly (readonly [id: string, label: string, aliases?: string])[] = [
  ['bash', 'Shell', 'sh zsh shell console shellsession'],
  ['c', 'C', 'h'],
  ['clojure', 'Clojure', 'clj edn'],
  ['cpp', 'C++', 'c++ cc hpp cxx'],
  ['csharp', 'C#', 'cs c#'],
  ['css', 'CSS'],
  ['dart', 'Dart'],
  ['diff', 'Diff', 'patch'],
  ['dockerfile', 'Dockerfile', 'docker'],
  ['elixir', 'Elixir', 'ex exs'],
  ['erlang', 'Erlang', 'erl'],
  ['go', 'Go', 'golang'],
  ['graphql', 'GraphQL', 'gql'],
  ['haskell', 'Haskell', 'hs'],
  ['ini', 'INI, TOML', 'toml'],
  ['java', 'Java'],
  ['javascript', 'JavaScript', 'js jsx mjs cjs'],
  ['json', 'JSON', 'jsonc json5'],
  ['julia', 'Julia', 'jl'],
  ['kotlin', 'Kotlin', 'kt kts'],
  ['latex', 'LaTeX', 'tex'],
  ['less', 'Less'],
  ['lua', 'Lua'],
  ['makefile', 'Makefile', 'make mk'],
  ['markdown', 'Markdown', 'md mdx'],
  [DIAGRAM_LANGUAGE, 'Mermaid diagram', 'chart flowchart graph'],
  ['nginx', 'Nginx'],
  ['nix', 'Nix'],
  ['objectivec', 'Objective-C', 'objc obj-c'],
  ['ocaml', 'OCaml', 'ml'],
  ['perl', 'Perl', 'pl pm'],
  ['php', 'PHP'],
  ['powershell', 'PowerShell', 'ps1 pwsh'],
  ['properties', 'Properties'],
  ['protobuf', 'Protocol Buffers', 'proto'],
  ['python', 'Python', 'py py3'],
  ['r', 'R'],
  ['ruby', 'Ruby', 'rb'],
  ['rust', 'Rust', 'rs'],
  ['scala', 'Scala'],
  ['scss', 'SCSS', 'sass'],
  ['sql', 'SQL', 'postgresql mysql sqlite'],
  ['swift', 'Swift'],
  ['typescript', 'TypeScript', 'ts tsx mts cts'],
  ['vbnet', 'Visual Basic', 'vb'],
  ['xml', 'HTML, XML', 'html svg xhtml vue svelte'],
  ['yaml', 'YAML', 'yml'],
];

export const LANGUAGES: readonly Language[] = NAMES.map(([id, label, aliases = '']) => ({
  id,
  label,
  aliases,
}));

const byName = new Map(
  LANGUAGES.flatMap((language) =>
    [language.id, ...language.aliases.split(' ')]
      .filter((name) => name !== '')
      .map((name) => [name, language] as const),
  ),
);

/** The first word of what stands after a fence: `js {1,3}` is JavaScript. */
function firstWord(written: string): string {
  return /^\s*(\S*)/.exec(written)![1]!;
}

/** The language that a name means; null where none is named, or one that is not known here. */
export function languageOf(written: string): Language | null {
  return byName.get(firstWord(written).toLowerCase()) ?? null;
}

/** What people read: of a language that is not known here, the name it was given. */
export function languageLabel(written: string): string {
  const known = languageOf(written);
  return known?.id === DIAGRAM_LANGUAGE
    ? tLazy().code.mermaid
    : (known?.label ?? firstWord(written));
}

/** The same line after the fence with another language. */
export function withLanguage(written: string, id: string): string {
  return id + written.slice(/^\s*\S*/.exec(written)![0].length);
}
