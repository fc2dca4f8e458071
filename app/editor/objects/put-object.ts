/**
 * Objects of the line, put in and copied.
 *
 * Invariant: a copy is an object of its own. Two with one name would be changed as one.
 */
import { Fragment, type Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { newBlockId } from '../../../shared/document/operations/block-shape.ts';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { schema } from '../schema.ts';

/** Puts an object at the caret, formatted as the text there, and the caret behind it. */
export function putObject(tr: Transaction, embed: InlineObject): Transaction {
  return tr.replaceSelectionWith(schema.nodes.object!.create({ embed }), true);
}

/** The same content, in which objects that have a name have a new one. */
export function copyOf(content: Fragment): Fragment {
  return holdsNamed(content) ? Fragment.fromArray(content.content.map(copyOfNode)) : content;
}

function copyOfNode(node: Node): Node {
  if (!isNamed(node)) return node.copy(copyOf(node.content));
  const embed = { ...node.attrs.embed, id: newBlockId() };
  return node.type.create({ embed }, null, node.marks);
}

function holdsNamed(content: Fragment): boolean {
  return content.content.some((node) => isNamed(node) || holdsNamed(node.content));
}

function isNamed({ type, attrs }: Node): boolean {
  return type === schema.nodes.object && 'id' in (attrs.embed as InlineObject);
}
