/**
 * Whether two Markdown texts say the same, compared by their syntax trees and not by our blocks.
 *
 * Invariant: only what makes no difference to a reader is levelled: places in the file, loose or
 * tight lists, which marker was used, references against direct addresses, soft breaks against
 * spaces, `<br>` against other line breaks, the nesting order of formatting, how text is cut into
 * pieces, the two ways to write a formula, cells at the start against cells on the left or without
 * an alignment, cells that are empty against cells that are missing, and whether a `<details>` is
 * open. Everything else counts.
 */
import type { Definition, Nodes, PhrasingContent, Root } from 'mdast';
import { readTree } from '../markdown-tree.ts';

/** A node in levelled form: plain data to compare and print. */
export type Said = string | number | boolean | null | Said[] | { [key: string]: Said };

/**
 * Compares two Markdown texts.
 *
 * @returns null when they say the same, or else where they first differ and how.
 */
export function findDifference(original: string, other: string): string | null {
  return difference(whatItSays(original), whatItSays(other), 'document');
}

const BREAK: Said = { line: 'break' };

/** What a Markdown text says, levelled. */
function whatItSays(source: string): Said {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const tree = readTree(text);
  const { definitions, unused } = collectDefinitions(tree);
  return level(tree);

  function level(node: Nodes): Said {
    switch (node.type) {
      case 'paragraph': {
        const [only, ...others] = node.children;
        if (only?.type === 'inlineFormula' && others.length === 0 && only.value.startsWith('$$')) {
          return { type: 'formula', source: formulaSource(only.value) };
        }
        return { type: 'paragraph', content: inline(node.children) };
      }
      case 'formula':
        return { type: 'formula', source: node.value };
      case 'heading':
        return { type: 'heading', level: node.depth, content: inline(node.children) };
      case 'tableCell':
        return { type: 'cell', content: inline(node.children) };
      case 'code':
        if (node.lang === 'math' && !node.meta) return { type: 'formula', source: node.value };
        return {
          type: 'code',
          info: [node.lang, node.meta].filter(Boolean).join(' ').trim(),
          text: node.value,
        };
      case 'html': {
        const breaks = node.value.match(/<br\s*\/?>/gi) ?? [];
        const onlyBreaks = breaks.length > 0 && /^(?:<br\s*\/?>\s*)+$/i.test(node.value);
        return onlyBreaks
          ? { type: 'paragraph', content: breaks.map(() => ({ said: BREAK, formats: '' })) }
          : { type: 'html', text: node.value };
      }
      case 'blockquote':
        return { type: 'quote', ...alertOrQuote(node.children) };
      case 'list':
        return {
          type: 'list',
          start: node.ordered ? (node.start ?? 1) : null,
          items: node.children.map(level),
        };
      case 'listItem':
        return { type: 'item', checked: node.checked ?? null, children: flow(node.children) };
      case 'definition':
        return {
          type: 'definition',
          name: node.identifier,
          url: node.url,
          title: node.title ?? null,
        };
      case 'footnoteDefinition':
        return { type: 'footnote', name: node.identifier, children: flow(node.children) };
      case 'table': {
        const width = Math.max(...node.children.map((row) => row.children.length));
        const columns = Array.from({ length: width }, (_, index) => index);
        return {
          type: 'table',
          align: columns.map((index) => (node.align?.[index] ?? 'left').replace('left', '')),
          rows: node.children.map((row) =>
            columns.map((index) => inline(row.children[index]?.children ?? [])),
          ),
        };
      }
      default:
        return { type: node.type, children: 'children' in node ? flow(node.children) : [] };
    }
  }

  function flow(nodes: readonly Nodes[]): Said[] {
    return nodes
      .filter((node) => node.type !== 'definition' || unused.has(node))
      .flatMap((node) =>
        node.type === 'html' ? (detailsOf(node.value) ?? level(node)) : level(node),
      );
  }

  /** The first line of an alert, and the rest of it: in the same paragraph or in another one. */
  function alertOrQuote(children: readonly Nodes[]): { alert: string; children: Said[] } {
    const [first, ...rest] = children;
    const line = first?.type === 'paragraph' ? first.children[0] : undefined;
    const [marker] =
      (line?.type === 'text' &&
        /^\[!(?:note|tip|important|warning|caution)\](?=\n|$)/i.exec(line.value)) ||
      [];
    const isEscaped = text.charAt(line?.position?.start.offset ?? 0) !== '[';
    if (!marker || isEscaped || first?.type !== 'paragraph' || line?.type !== 'text') {
      return { alert: '', children: flow(children) };
    }
    const left: PhrasingContent = { type: 'text', value: line.value.slice(marker.length + 1) };
    const behind = first.children.slice(1);
    if (line.value === marker && behind.length > 0) {
      if (behind[0]?.type !== 'break') return { alert: '', children: flow(children) };
      behind.shift();
    }
    const said = inline([left, ...behind]);
    const paragraph = said.length > 0 ? [{ type: 'paragraph', content: said }] : [];
    return { alert: marker.toUpperCase(), children: [...paragraph, ...flow(rest)] };
  }

  /** Text and objects in their order, each with the set of formats around it. */
  function inline(nodes: readonly PhrasingContent[]): Said[] {
    const runs: { text: string | null; said: Said; formats: string }[] = [];
    const add = (said: Said, text: string | null, formats: readonly string[]): void => {
      const key = [...new Set(formats)].sort().join(', ');
      const last = runs.at(-1);
      if (last && last.text !== null && text !== null && last.formats === key) last.text += text;
      else runs.push({ text, said, formats: key });
    };
    const walk = (children: readonly PhrasingContent[], formats: readonly string[]): void => {
      for (const node of children) {
        switch (node.type) {
          case 'text':
            add(null, node.value.replace(/\n/g, ' '), formats);
            break;
          case 'inlineCode':
            add(null, node.value.replace(/\n/g, ' '), [...formats, 'code']);
            break;
          case 'break':
            add(BREAK, null, []);
            break;
          case 'html':
            if (/^<br\s*\/?>$/i.test(node.value)) {
              add(BREAK, null, []);
            } else add({ html: node.value.replace(/\n[ \t]+/g, '\n') }, null, formats);
            break;
          case 'strong':
          case 'emphasis':
          case 'delete':
            walk(node.children, [...formats, node.type]);
            break;
          case 'link':
          case 'linkReference': {
            const target = node.type === 'link' ? node : definitions.get(node.identifier);
            const format = addressFormat(target?.url, target?.title);
            if (node.children.length === 0) add({ link: format }, null, formats);
            walk(node.children, [...formats, format]);
            break;
          }
          case 'image':
          case 'imageReference': {
            const target = node.type === 'image' ? node : definitions.get(node.identifier);
            const alt = (node.alt ?? '').replace(/\n/g, ' ');
            add({ image: addressFormat(target?.url, target?.title), alt }, null, formats);
            break;
          }
          case 'inlineFormula':
            add({ formula: formulaSource(node.value) }, null, formats);
            break;
          case 'footnoteReference':
            add({ footnote: node.identifier }, null, formats);
            break;
          default:
            add({ unknown: node.type }, null, formats);
        }
      }
    };
    walk(nodes, []);
    // Nobody sees white space where a line or the block ends or begins.
    runs.forEach((run, index) => {
      if (run.text === null || run.formats.includes('code')) return;
      const [before, after] = [runs[index - 1], runs[index + 1]];
      if (!before || before.said === BREAK) run.text = run.text.replace(/^[ \t]+/, '');
      if (!after || after.said === BREAK) run.text = run.text.replace(/[ \t]+$/, '');
    });
    return runs
      .filter((run) => run.text !== '')
      .map(({ text, said, formats }) => ({ said: text ?? said, formats }));
  }
}

/** The source of a formula, without the signs around it. */
function formulaSource(written: string): string {
  const signs = ['$`', '$$', '$'].find((sign) => written.startsWith(sign)) ?? '';
  return written
    .slice(signs.length, -signs.length)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}

/** The beginnings and ends of `<details>` that some HTML consists of; null if it is other HTML. */
function detailsOf(html: string): Said[] | null {
  const pieces = html.split(/(<details[^>]*>\s*<summary>.*?<\/summary>|<\/details\s*>)/is);
  if (pieces.some((piece, index) => index % 2 === 0 && piece.trim() !== '')) return null;
  return pieces
    .filter((_, index) => index % 2 === 1)
    .map((piece): Said => {
      const summary = /<summary>(.*)<\/summary>/is.exec(piece)?.[1];
      return summary === undefined ? { details: 'end' } : { details: summaryOf(summary) };
    });
}

const SAME_TAG: Readonly<Record<string, string>> = { b: 'strong', i: 'em', del: 's', strike: 's' };

/** Text and unknown tags of a summary, each with the tags of formatting that are open there. */
function summaryOf(html: string): Said[] {
  const said: { text: string; formats: string }[] = [];
  const open: string[] = [];
  for (const token of html
    .replace(/\s*\n\s*/g, ' ')
    .trim()
    .split(/(<[^>]+>)/)) {
    const [, slash, tag = ''] = /^<(\/?)([a-z0-9]+)\b.*>$/i.exec(token) ?? [];
    const name = SAME_TAG[tag.toLowerCase()] ?? tag.toLowerCase();
    if (['strong', 'em', 's', 'u', 'code', 'mark', 'span', 'a'].includes(name)) {
      if (slash)
        open.splice(
          open.findLastIndex((other) => other.includes(`<${name}`)),
          1,
        );
      else open.push(token.replace(tag, name));
      continue;
    }
    const formats = [...new Set(open)].sort().join();
    const last = said.at(-1);
    const text = token.replaceAll('&quot;', '"').replaceAll('&gt;', '>');
    if (last && last.formats === formats) last.text += text;
    else if (text) said.push({ text, formats });
  }
  return said;
}

function addressFormat(url: string | undefined, title: string | null | undefined): string {
  return `link to ${JSON.stringify([url ?? '', (title ?? '').replace(/\n/g, ' ')])}`;
}

/** The first definition of each name, and the definitions that no reference resolves to. */
function collectDefinitions(tree: Root): {
  definitions: Map<string, Definition>;
  unused: Set<Nodes>;
} {
  const definitions = new Map<string, Definition>();
  const unused = new Set<Nodes>();
  const names = new Set<string>();
  const visit = (node: Nodes): void => {
    if (node.type === 'definition') {
      unused.add(node);
      if (!definitions.has(node.identifier)) definitions.set(node.identifier, node);
    }
    if (node.type === 'linkReference' || node.type === 'imageReference') names.add(node.identifier);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(tree);
  for (const name of names) {
    const definition = definitions.get(name);
    if (definition) unused.delete(definition);
  }
  return { definitions, unused };
}

function difference(a: Said, b: Said, path: string): string | null {
  if (a === b) return null;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let index = 0; index < Math.max(a.length, b.length); index++) {
      const found = difference(a[index] ?? null, b[index] ?? null, `${path}[${index}]`);
      if (found) return found;
    }
    return null;
  }
  if (isRecord(a) && isRecord(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = difference(a[key] ?? null, b[key] ?? null, `${path}.${key}`);
      if (found) return found;
    }
    return null;
  }
  return `${path}: ${excerpt(a)} became ${excerpt(b)}`;
}

function isRecord(said: Said): said is { [key: string]: Said } {
  return said !== null && typeof said === 'object' && !Array.isArray(said);
}

function excerpt(said: Said): string {
  const text = JSON.stringify(said);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
