/**
 * How the other editors keep paragraphs in Yjs.
 *
 * Invariant: what is written here is what the editor itself writes, so opening changes nothing.
 */
import * as Y from 'yjs';
import type { Shape } from './writer.ts';

const PERSON = { name: 'Ben', color: '#b3531f' };

function textNode(text: string): Y.XmlText {
  const node = new Y.XmlText();
  if (text) node.insert(0, text);
  return node;
}

function plainText(node: Y.XmlText): string {
  return node
    .toDelta()
    .map(({ insert }: { insert: unknown }) => (typeof insert === 'string' ? insert : ''))
    .join('');
}

/** y-prosemirror and what is built on it: an XML tree. */
function xmlShape(tree: {
  blocks(doc: Y.Doc): Y.XmlFragment;
  /** Makes the element of the first block's parents, where there are any. */
  prepare?(doc: Y.Doc): void;
  block(text: Y.XmlText): Y.XmlElement;
  textOf(block: Y.XmlElement): Y.XmlText | undefined;
}): Shape {
  const paragraph = (doc: Y.Doc, index: number): Y.XmlText => {
    const text = tree.textOf(tree.blocks(doc).get(index) as Y.XmlElement);
    if (!text) throw new Error(`Paragraph ${index} has no text.`);
    return text;
  };
  const insert = (doc: Y.Doc, index: number, texts: readonly string[]) =>
    tree.blocks(doc).insert(
      index,
      texts.map((text) => tree.block(textNode(text))),
    );
  return {
    create: (doc, texts) =>
      doc.transact(() => {
        tree.prepare?.(doc);
        insert(doc, 0, texts);
      }),
    insertAfter: (doc, index, texts) => insert(doc, index + 1, texts),
    type: (doc, index, text) => {
      const node = paragraph(doc, index);
      node.insert(node.length, text);
    },
    presence: (doc, index, offset) => {
      const here = Y.createRelativePositionFromTypeIndex(paragraph(doc, index), offset);
      return { user: PERSON, cursor: { anchor: here, head: here } };
    },
    lines: (doc) =>
      tree
        .blocks(doc)
        .toArray()
        .map((block) => {
          const text = tree.textOf(block as Y.XmlElement);
          return text ? plainText(text) : '';
        }),
  };
}

function paragraphElement(text: Y.XmlText): Y.XmlElement {
  const element = new Y.XmlElement('paragraph');
  element.insert(0, [text]);
  return element;
}

const flatShape = (fragment: string): Shape =>
  xmlShape({
    blocks: (doc) => doc.getXmlFragment(fragment),
    block: paragraphElement,
    textOf: (block) => block.get(0) as Y.XmlText | undefined,
  });

export const yProsemirrorShape = flatShape('prosemirror');
export const tiptapShape = flatShape('default');

let blockIds = 0;

export const blocknoteShape = xmlShape({
  blocks: (doc) => doc.getXmlFragment('document-store').get(0) as Y.XmlElement,
  prepare: (doc) =>
    doc.getXmlFragment('document-store').insert(0, [new Y.XmlElement('blockGroup')]),
  block: (text) => {
    const paragraph = paragraphElement(text);
    paragraph.setAttribute('backgroundColor', 'default');
    paragraph.setAttribute('textColor', 'default');
    paragraph.setAttribute('textAlignment', 'left');
    const container = new Y.XmlElement('blockContainer');
    blockIds++;
    container.setAttribute('id', `block-${blockIds}`);
    container.insert(0, [paragraph]);
    return container;
  },
  textOf: (block) => (block.get(0) as Y.XmlElement | undefined)?.get(0) as Y.XmlText | undefined,
});

/** Lexical: an XmlText of embedded XmlTexts, with a map before each text. */
const LEXICAL_PARAGRAPH = {
  __type: 'paragraph',
  __format: 0,
  __style: '',
  __indent: 0,
  __dir: null,
  __textFormat: 0,
  __textStyle: '',
};
const LEXICAL_TEXT = { __type: 'text', __format: 0, __style: '', __mode: 0, __detail: 0 };

function lexicalRoot(doc: Y.Doc): Y.XmlText {
  return doc.get('root', Y.XmlText) as Y.XmlText;
}

function lexicalParagraphs(doc: Y.Doc): Y.XmlText[] {
  return lexicalRoot(doc)
    .toDelta()
    .map(({ insert }: { insert: Y.XmlText }) => insert);
}

function lexicalParagraph(doc: Y.Doc, index: number): Y.XmlText {
  const paragraph = lexicalParagraphs(doc)[index];
  if (!paragraph) throw new Error(`There is no paragraph ${index}.`);
  return paragraph;
}

export const lexicalShape: Shape = {
  create: (doc, texts) => doc.transact(() => insertLexical(doc, 0, texts)),
  insertAfter: (doc, index, texts) => insertLexical(doc, index + 1, texts),
  type: (doc, index, text) => {
    const paragraph = lexicalParagraph(doc, index);
    paragraph.insert(paragraph.length, text);
  },
  presence: (doc, index, offset) => {
    // The map before the text counts for one.
    const here = Y.createRelativePositionFromTypeIndex(lexicalParagraph(doc, index), offset + 1);
    return { ...PERSON, anchorPos: here, focusPos: here, focusing: true, awarenessData: {} };
  },
  lines: (doc) => lexicalParagraphs(doc).map(plainText),
};

function insertLexical(doc: Y.Doc, index: number, texts: readonly string[]): void {
  const root = lexicalRoot(doc);
  texts.forEach((text, at) => {
    const paragraph = new Y.XmlText();
    root.insertEmbed(index + at, paragraph);
    for (const [name, value] of Object.entries(LEXICAL_PARAGRAPH)) {
      paragraph.setAttribute(name, value as never);
    }
    if (text === '') return;
    paragraph.insertEmbed(0, new Y.Map(Object.entries(LEXICAL_TEXT)));
    paragraph.insert(1, text);
  });
}
