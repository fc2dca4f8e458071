/**
 * Finds out off the page what in a piece of code is a keyword, a string, a comment; so a long block
 * never holds up a key. A language is fetched when code in it is first seen.
 */
import type { LanguageFn } from 'highlight.js';
import hljs from 'highlight.js/lib/core';
import { packTokens, readTokens } from './tokens.ts';

export interface CodeToRead {
  language: string;
  source: string;
}
/** Packed tokens; null where the language has no grammar, or where that could not be fetched. */
export type CodeRead = Uint32Array<ArrayBuffer> | null;

type Load = () => Promise<{ default: LanguageFn }>;

const LOADS: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  erlang: () => import('highlight.js/lib/languages/erlang'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  latex: () => import('highlight.js/lib/languages/latex'),
  less: () => import('highlight.js/lib/languages/less'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  nix: () => import('highlight.js/lib/languages/nix'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  properties: () => import('highlight.js/lib/languages/properties'),
  protobuf: () => import('highlight.js/lib/languages/protobuf'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  vbnet: () => import('highlight.js/lib/languages/vbnet'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Languages that stand inside others. */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  xml: ['css', 'javascript'],
  markdown: ['xml'],
  php: ['xml'],
};

async function learn(language: string): Promise<boolean> {
  const load = Object.hasOwn(LOADS, language) ? LOADS[language] : undefined;
  if (!load) return false;
  if (hljs.getLanguage(language)) return true;
  const [{ default: grammar }] = await Promise.all([
    load(),
    ...(INSIDE[language] ?? []).map(learn),
  ]);
  hljs.registerLanguage(language, grammar);
  return true;
}

async function read({ language, source }: CodeToRead): Promise<CodeRead> {
  try {
    if (!(await learn(language))) return null;
  } catch {
    // Not reachable now: the block is shown without colours, and asked for again when it changes.
    return null;
  }
  return packTokens(readTokens(hljs.highlight(source, { language, ignoreIllegals: true }).value));
}

addEventListener('message', ({ data }: MessageEvent<CodeToRead>) => {
  void read(data).then((tokens) =>
    postMessage(tokens, { transfer: tokens ? [tokens.buffer] : [] }),
  );
});
