/** The kinds of blocks a person can make, as what knows of their types describes them. */
import type { NodeType } from 'prosemirror-model';
import type { KindOfPart } from '../blocks/block-part.ts';
import { BLOCK_PARTS } from '../blocks/registry.ts';
import { nodeName, schema } from '../schema.ts';

interface BlockKind extends KindOfPart {
  type: NodeType;
}

export const BLOCK_KINDS: readonly BlockKind[] = Object.entries(BLOCK_PARTS).flatMap(
  ([type, { kinds }]) => kinds.map((kind) => ({ ...kind, type: schema.nodes[nodeName(type)]! })),
);

/** Kinds with a text of their own: what a block with text can be turned into. */
export const TEXT_KINDS = BLOCK_KINDS.filter(({ type, choose }) => type.isTextblock && !choose);
