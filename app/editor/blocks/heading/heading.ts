/** A heading: how each of its levels is made. */
import type { BlockPart } from '../block-part.ts';

export const heading: BlockPart = {
  kinds: [
    {
      id: 'heading1',
      icon: 'heading1',
      attrs: { level: 1 },
      keys: ['Mod-Alt-1'],
      also: 'title large # h1',
    },
    {
      id: 'heading2',
      icon: 'heading2',
      attrs: { level: 2 },
      keys: ['Mod-Alt-2'],
      also: 'subtitle medium ## h2',
    },
    {
      id: 'heading3',
      icon: 'heading3',
      attrs: { level: 3 },
      keys: ['Mod-Alt-3'],
      also: 'small ### h3',
    },
  ],
};
