/**
 * The forms most nodes of blocks have, and the attributes of their elements.
 *
 * Invariant: what an element says is read back as it was, so that a block that is copied from the
 * page and pasted is the same block.
 */
import type { Attrs, DOMOutputSpec, Node, NodeSpec, TagParseRule } from 'prosemirror-model';
import { ATTRIBUTES } from '../../../shared/document/block-types/index.ts';
import { attributeNamesOf } from '../../../shared/document/schema.ts';

/** Attributes of a block's node: those of its type, and its id. */
export function attrsOf(type: string): NonNullable<NodeSpec['attrs']> {
  const names = attributeNamesOf(type);
  const own = names.map((name) => [name, { default: ATTRIBUTES[name].default }]);
  return { id: { default: null }, ...Object.fromEntries(own) };
}

/** What an element says of a block of a type: `data-pixel-width` is its `pixelWidth`. */
export function attributesIn(type: string): (element: HTMLElement) => Attrs {
  return ({ dataset }) =>
    Object.fromEntries(
      attributeNamesOf(type).flatMap((name) => {
        const said = dataset[name];
        if (said === undefined) return [];
        const { read } = ATTRIBUTES[name];
        const value = read(said) ?? read(Number(said)) ?? read(said === 'true');
        return value === undefined ? [] : [[name, value]];
      }),
    );
}

/** The same, as attributes of the element. */
export function dataOf({ type, attrs }: Node): Record<string, string> {
  const data: Record<string, string> = {};
  for (const name of attributeNamesOf(type.name === 'codeBlock' ? 'code' : type.name)) {
    const isSaid = name !== 'depth' && attrs[name] !== ATTRIBUTES[name].default;
    if (isSaid && attrs[name] !== null)
      data[`data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`] = String(
        attrs[name],
      );
  }
  return data;
}

/** The browser finds the direction of a block: that of its first letter. */
export const BY_CONTENT = { dir: 'auto' };

/** Attributes of the element that draws a block. */
export function blockAttributes(
  attrs: Attrs,
  extra: Record<string, string> = {},
): Record<string, string> {
  return {
    'data-block': String(attrs.id ?? ''),
    ...(attrs.depth > 0 ? { 'data-depth': String(attrs.depth) } : {}),
    ...extra,
  };
}

/** A block of text. `type`: which attributes it has; `tag`: which element it is read from. */
export function textBlock(
  type: string,
  tag: string,
  extra: (node: Node) => Record<string, string> = () => BY_CONTENT,
): NodeSpec {
  const [element = ''] = tag.split('.');
  return {
    group: 'block',
    content: 'inline*',
    attrs: attrsOf(type),
    defining: true,
    parseDOM: [{ tag, getAttrs: attributesIn(type) }],
    toDOM: (node): DOMOutputSpec => [element, blockAttributes(node.attrs, extra(node)), 0],
  };
}

/** A block that the page draws as it is with what comes later; this is how it is read and written. */
export function box(type: string): NodeSpec {
  return textBlock(type, `div.${type}`, (node) => ({
    ...BY_CONTENT,
    class: type,
    ...dataOf(node),
  }));
}

/** Items are drawn by lists/list-item-view.ts. */
export function item(type: string): NodeSpec {
  return textBlock(type, `div.${type}`, () => ({ class: type }));
}

/** What a caption belongs to; `card` says it in words. The page draws it with a view of its own. */
export function figure(type: string, card?: (attrs: Attrs) => string): NodeSpec {
  const [rule] = box(type).parseDOM!;
  return {
    ...textBlock(type, 'figure'),
    parseDOM: [{ ...rule, tag: `figure.${type}`, contentElement: 'figcaption' }],
    toDOM: (node): DOMOutputSpec => [
      'figure',
      blockAttributes(node.attrs, { class: type, ...dataOf(node) }),
      ...(card ? [['div', { class: 'card', contenteditable: 'false' }, card(node.attrs)]] : []),
      ['figcaption', 0],
    ],
  };
}

/** Text that is shown as it is written. */
export function source(type: string, rule: TagParseRule, extra: Record<string, string>): NodeSpec {
  return {
    group: 'block',
    content: '(text | object)*',
    marks: '',
    code: true,
    defining: true,
    attrs: attrsOf(type),
    parseDOM: [{ preserveWhitespace: 'full', getAttrs: attributesIn(type), ...rule }],
    toDOM: (node): DOMOutputSpec => [
      'pre',
      blockAttributes(node.attrs, { spellcheck: 'false', ...extra, ...dataOf(node) }),
      ['code', 0],
    ],
  };
}

/** DOM attributes of those that have a value. */
export function stringsOf(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}
