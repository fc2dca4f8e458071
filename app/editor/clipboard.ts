/**
 * Copy and paste: nested lists outside, flat blocks with a depth inside.
 *
 * Invariant: what is pasted holds only blocks, marks and addresses of our schema; nothing of the
 * source's styling, scripts or ids comes along.
 */
import {
  DOMParser,
  DOMSerializer,
  Fragment,
  type Node,
  type ParseOptions,
  Slice,
} from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { isSafeLink } from '../../shared/document/marks.ts';
import { type BlockContent, MAX_DEPTH, textOf } from '../../shared/document/schema.ts';
import { blockNode } from './binding/nodes.ts';
import { schema } from './schema.ts';

/** Reads HTML of any program: lists and quotes are made flat before the schema reads the rest. */
class FlatParser extends DOMParser {
  override parseSlice(dom: HTMLElement, options?: ParseOptions): Slice {
    flatten(dom);
    return super.parseSlice(dom, options);
  }
}

/** Tags whose content is no text of the document. */
const NOISE = 'script,style,template,noscript,iframe,object,embed,head,title,meta,link,svg,button';

function flatten(root: HTMLElement): void {
  for (const element of root.querySelectorAll(NOISE)) element.remove();
  for (const list of [...root.querySelectorAll('ul,ol')])
    if (!list.parentElement?.closest('ul,ol')) list.replaceWith(...flatList(list, 0));
  for (const quote of root.querySelectorAll('blockquote')) unwrapQuote(quote);
}

const BLOCKS = 'p,div,h1,h2,h3,h4,h5,h6,pre,blockquote,ul,ol,hr,table';

function flatList(list: Element, depth: number): Element[] {
  const items: Element[] = [];
  for (const child of list.children) {
    if (child.matches('ul,ol')) {
      // Google Docs and Word nest a list beside its item instead of inside it.
      items.push(...flatList(child, depth + 1));
      continue;
    }
    const level = Number(child.getAttribute('aria-level'));
    const own = Number.isInteger(level) && level > depth + 1 ? level - 1 : depth;
    const checkbox = child.querySelector(
      ':scope > input[type=checkbox], :scope > label > input[type=checkbox], :scope > p > input[type=checkbox]',
    );
    const role = child.getAttribute('role') === 'checkbox' || checkbox !== null;
    const type = role ? 'task' : list.matches('ol') ? 'ordered' : 'bullet';
    const item = document.createElement('div');
    item.className = type;
    item.dataset.depth = String(Math.min(own, MAX_DEPTH));
    if (role) {
      const checked =
        child.getAttribute('aria-checked') === 'true' || checkbox?.hasAttribute('checked');
      item.dataset.checked = String(Boolean(checked));
      checkbox?.remove();
    }
    const text = document.createElement('div');
    text.className = 'text';
    const behind: Element[] = [];
    for (const part of [...child.childNodes]) {
      if (part instanceof Element && part.matches('ul,ol')) behind.push(...flatList(part, own + 1));
      else if (
        part instanceof Element &&
        part.matches(BLOCKS) &&
        (behind.length > 0 || text.textContent?.trim())
      ) {
        part.setAttribute('data-depth', String(Math.min(own + 1, MAX_DEPTH)));
        behind.push(part);
      } else if (part instanceof Element && part.matches('p,div')) text.append(...part.childNodes);
      else text.append(part);
    }
    if (type === 'task') item.append(text);
    else item.append(...text.childNodes);
    items.push(item, ...behind);
  }
  return items;
}

/** A quote of several paragraphs becomes several quote blocks. */
function unwrapQuote(quote: Element): void {
  if (![...quote.children].some((child) => child.matches(BLOCKS))) return;
  const parts: Element[] = [];
  for (const child of [...quote.childNodes]) {
    if (child instanceof Element && child.matches('p,div:not([class])')) {
      const part = document.createElement('blockquote');
      part.append(...child.childNodes);
      parts.push(part);
    } else if (child instanceof Element) parts.push(child);
    else if (child.textContent?.trim()) {
      const part = document.createElement('blockquote');
      part.append(child);
      parts.push(part);
    }
  }
  quote.replaceWith(...parts);
}

/** Writes blocks as other programs expect them: real lists, nested. */
class NestingSerializer extends DOMSerializer {
  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const first = fragment.firstChild;
    if (!first?.isBlock) return super.serializeFragment(fragment, options, target);
    const root = target ?? document.createDocumentFragment();
    const lists: { element: HTMLElement; depth: number; item: HTMLElement | null }[] = [];
    fragment.forEach((node) => {
      const depth = node.attrs.depth as number;
      while (lists.length > 0 && lists[lists.length - 1]!.depth > depth) lists.pop();
      const tag = { bullet: 'ul', task: 'ul', ordered: 'ol' }[node.type.name];
      const open = lists[lists.length - 1];
      if (!tag) {
        const within = open && depth > open.depth ? open.item : null;
        if (!within) lists.length = 0;
        (within ?? root).appendChild(this.serializeBlock(node));
        return;
      }
      let list = open;
      if (!list || list.depth < depth || list.element.localName !== tag) {
        if (list && list.depth === depth) lists.pop();
        const element = document.createElement(tag);
        (lists[lists.length - 1]?.item ?? root).appendChild(element);
        list = { element, depth, item: null };
        lists.push(list);
      }
      list.item = list.element.appendChild(document.createElement('li'));
      if (node.type === schema.nodes.task) {
        const box = document.createElement('input');
        box.type = 'checkbox';
        if (node.attrs.checked) box.setAttribute('checked', '');
        list.item.append(box);
      }
      super.serializeFragment(node.content, options, list.item);
    });
    return root;
  }

  private serializeBlock(node: Node): globalThis.Node {
    const dom = this.serializeNode(node);
    if (dom instanceof HTMLElement) {
      dom.removeAttribute('data-block');
      if (node.type === schema.nodes.divider) return document.createElement('hr');
      if (node.type === schema.nodes.codeBlock && node.attrs.language)
        dom.querySelector('code')?.classList.add(`language-${node.attrs.language}`);
    }
    return dom;
  }
}

const LOOKS_LIKE_MARKDOWN =
  /^(#{1,6} |[-*+] |\d+[.)] |> |```|\|.*\||---$)|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\n]+\)|^[-*+] \[[ x]\] /m;

/** Replaces the selection by blocks, without ids. */
export function insertBlocks(view: EditorView, blocks: readonly BlockContent[]): void {
  const nodes = blocks.map((block) => blockNode({ ...block, id: '' }));
  const open = nodes.length > 0 && nodes[0]!.type === schema.nodes.paragraph ? 1 : 0;
  const end = nodes.length > 0 && nodes[nodes.length - 1]!.isTextblock ? Math.min(1, open) : 0;
  const slice = new Slice(
    Fragment.fromArray(nodes.map(withoutId)),
    open,
    nodes.length > 1 ? end : open,
  );
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
}

function withoutId(node: Node): Node {
  return node.type.create({ ...node.attrs, id: null }, node.content, node.marks);
}

export function clipboard(): Plugin {
  return new Plugin({
    props: {
      clipboardParser: new FlatParser(schema, DOMParser.fromSchema(schema).rules),
      clipboardSerializer: new NestingSerializer(
        DOMSerializer.nodesFromSchema(schema),
        DOMSerializer.marksFromSchema(schema),
      ),
      clipboardTextSerializer: (slice) => textOfSlice(slice),
      transformPasted: (slice, view) =>
        view.dragging?.move
          ? slice
          : new Slice(mapBlocks(slice.content), slice.openStart, slice.openEnd),
      handlePaste: (view, event) => {
        const data = event.clipboardData;
        const text = data?.getData('text/plain') ?? '';
        const hasHtml = Boolean(data?.getData('text/html'));
        const { selection } = view.state;
        if (selection.$from.parent.type.spec.code) return false;
        if (
          !selection.empty &&
          /^\S+$/.test(text.trim()) &&
          /^(https?|mailto|tel):/i.test(text.trim()) &&
          isSafeLink(text.trim())
        ) {
          const mark = schema.marks.link!.create({ href: text.trim() });
          view.dispatch(view.state.tr.addMark(selection.from, selection.to, mark));
          return true;
        }
        if (hasHtml || !LOOKS_LIKE_MARKDOWN.test(text)) return false;
        // The parser is loaded when it is first needed; the selection may move meanwhile.
        void import('../../shared/formats/markdown.ts').then(({ parseMarkdown }) => {
          if (view.isDestroyed) return;
          const { title, blocks } = parseMarkdown(text);
          // A file's first heading is its title; in the middle of a document it is a heading.
          if (title !== null && !(blocks[0]?.level === 1 && textOf(blocks[0]) === title))
            blocks.unshift({ type: 'heading', level: 1, content: [{ text: title }] });
          insertBlocks(view, blocks);
        });
        return true;
      },
    },
  });
}

function mapBlocks(content: Fragment): Fragment {
  const nodes: Node[] = [];
  content.forEach((node) => {
    nodes.push(node.isBlock && 'id' in node.attrs ? withoutId(node) : node);
  });
  return Fragment.fromArray(nodes);
}

/** Plain text of what is copied: a line for each block, list markers included. */
function textOfSlice(slice: Slice): string {
  const lines: string[] = [];
  const numbers: number[] = [];
  slice.content.forEach((node) => {
    const depth = (node.attrs.depth as number | undefined) ?? 0;
    const text = node.isText
      ? (node.text ?? '')
      : node.textBetween(
          0,
          node.content.size,
          '\n',
          (leaf) => leaf.type.spec.leafText?.(leaf) ?? '',
        );
    numbers.length = depth + 1;
    numbers[depth] = node.type === schema.nodes.ordered ? (numbers[depth] ?? 0) + 1 : 0;
    const marker =
      {
        bullet: '- ',
        ordered: `${numbers[depth]}. `,
        task: node.attrs.checked ? '[x] ' : '[ ] ',
        divider: '---',
      }[node.type.name] ?? '';
    lines.push('  '.repeat(depth) + (slice.content.childCount > 1 ? marker : '') + text);
  });
  return lines.join('\n');
}
