/** No text of the interface stands anywhere but in the catalogue. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

const APP = join(import.meta.dirname, '..');

/** What JSX and the page show or read out. */
const SAID = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'ariaLabel',
  'count',
  'hint',
  'label',
  'listLabel',
  'nothing',
  'placeholder',
  'problem',
  'textContent',
  'title',
  'what',
]);
/** Functions whose first argument is told to the person. */
const TELLING = new Set(['announce', 'confirm', 'alert']);
/** What is said to developers, in errors and in the console. */
const FOR_DEVELOPERS =
  /(^|\.)(\w*Error|\w*Exception|TooSlow|NotApart|Misshapen|Unreachable)$|^console\.|^super$|^StepResult\.fail$/;

/** Why a text may stand where it does. */
const ALLOWED: readonly { file: RegExp; text: RegExp; because: string }[] = [
  { file: /ui\/showcase\//, text: /./, because: 'a page for developers, which is not installed' },
  {
    file: /pwa\/manifest\.ts$/,
    text: /./,
    because: 'read by the system, in one language, before the app runs',
  },
  {
    file: /./,
    text: /^(… · )?Driftless$|^E = mc\^2$|^https:\/\/$/,
    because: 'a name, a formula, an address: the same in any language',
  },
  { file: /ColorPalette\.tsx$/, text: /^A$/, because: 'a letter that shows a colour' },
  {
    file: /editor\/blocks\/code\/languages\.ts$/,
    text: /./,
    because: 'names of programming languages',
  },
  {
    file: /settings\/WritingSettings\.tsx$/,
    text: /^(“English”|„Deutsch“|«.Français.»)$/u,
    because: 'languages as they call themselves',
  },
  {
    file: /presence\/this-person\.ts$/,
    text: /^(Quiet|Heron) /,
    because: 'names for people, which are theirs',
  },
  {
    file: /command-registry\.ts$|BlockMenu\.tsx$/,
    text: /^Turn into$/,
    because: 'the key of a group',
  },
  {
    file: /editor\/figures\/figure-view\.ts$/,
    text: /^ProseMirror-selectednode$/,
    because: 'a class of CSS',
  },
];

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

it('every text that is shown or read out comes from the catalogue', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: APP }).filter(
    (file) => !/(^|\/)(e2e|testing|i18n)\/|\.test\.tsx?$|\.d\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(150);
  const found = files.flatMap((file) => textsIn(file, readFileSync(join(APP, file), 'utf8')));
  expect(found).toEqual([]);
});

it('such texts are found where they are', () => {
  const sample = `
    const a = <p title="One">Two words</p>;
    const b = <Button label={open ? 'Three' : \`\${n} four\`} className="not-this" />;
    const c = { label: 'Five', id: 'not-this' };
    announce('six');
    element.setAttribute('aria-label', 'seven');
    element.textContent = 'eight';
    throw new Error('Not this one.');
    const d = 'A whole sentence.';
    const e = t().body;
  `;
  expect(textsIn('sample.tsx', sample).map((line) => line.split(': ')[1])).toEqual([
    'One',
    'Two words',
    'Three',
    '… four',
    'Five',
    'six',
    'seven',
    'eight',
    'A whole sentence.',
  ]);
});

/** A line for each text that stands in a file, with its place. */
function textsIn(file: string, source: string): string[] {
  const found: string[] = [];
  const seen = new Set<Node>();
  const tell = (node: Node, text: string) => {
    const words = text.replace(/\s+/g, ' ').trim();
    if (seen.has(node) || !/\p{L}/u.test(words)) return;
    seen.add(node);
    if (ALLOWED.some((allowed) => allowed.file.test(file) && allowed.text.test(words))) return;
    const line = source.slice(0, node.start).split('\n').length;
    found.push(`${file}:${line}: ${words}`);
  };
  /** All literals a value can be. */
  const literals = (node: unknown): void => {
    if (!isNode(node)) return;
    if (node.type === 'Literal' && typeof node.value === 'string') tell(node, node.value);
    else if (node.type === 'TemplateLiteral') tell(node, templateOf(node));
    else if (node.type === 'JSXExpressionContainer') literals(node.expression);
    else if (node.type === 'ConditionalExpression') {
      literals(node.consequent);
      literals(node.alternate);
    } else if (node.type === 'LogicalExpression') {
      literals(node.left);
      literals(node.right);
    }
  };
  const visit = (node: unknown, isForDevelopers: boolean): void => {
    if (Array.isArray(node)) {
      for (const child of node) visit(child, isForDevelopers);
      return;
    }
    if (!isNode(node) || /^(Import|TS)/.test(node.type)) return;
    let quiet = isForDevelopers;
    switch (node.type) {
      case 'JSXText':
        tell(node, String(node.value));
        break;
      case 'JSXAttribute':
        if (SAID.has(nameOf(node.name, source))) literals(node.value);
        break;
      case 'JSXExpressionContainer':
        break;
      case 'JSXElement':
      case 'JSXFragment':
        for (const child of node.children as Node[]) literals(child);
        break;
      case 'Property':
        if (SAID.has(nameOf(node.key, source)) && !isCode(node.value)) literals(node.value);
        break;
      case 'AssignmentExpression':
        if (SAID.has(nameOf((node.left as Node).property, source))) literals(node.right);
        break;
      case 'NewExpression':
      case 'CallExpression': {
        const name = nameOf(node.callee, source);
        const [first, second] = node.arguments as Node[];
        if (FOR_DEVELOPERS.test(name)) quiet = true;
        else if (TELLING.has(name)) literals(first);
        else if (name.endsWith('.setAttribute') && SAID.has(String(first?.value))) literals(second);
        break;
      }
      case 'Literal':
        if (!quiet && isSentence(String(node.value))) tell(node, String(node.value));
        break;
      case 'TemplateLiteral':
        if (!quiet && isSentence(templateOf(node))) tell(node, templateOf(node));
        break;
    }
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child, quiet);
  };
  visit(parseSync(file, source).program, false);
  return found;
}

/** A word of the program: no capital, no blank. */
function isCode(node: unknown): boolean {
  return isNode(node) && node.type === 'Literal' && /^[a-z-]*$/.test(String(node.value));
}

/** Begins as a sentence does, and has more than one word. */
function isSentence(text: string): boolean {
  return /^[“"…]?\s?\p{Lu}\p{Ll}*’?\p{Ll}* \p{L}/u.test(text) || /^\p{Lu}\p{Ll}+…$/u.test(text);
}

function templateOf(node: Node): string {
  return (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('…');
}

function nameOf(node: unknown, source: string): string {
  if (!isNode(node)) return '';
  return node.type === 'Literal' ? String(node.value) : source.slice(node.start, node.end);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
