/**
 * The way out of the body by keys: Escape on selected blocks lets the next Tab go to what stands
 * around the text, as CodeMirror does (https://codemirror.net/examples/tab/).
 *
 * Invariant: any other key, and a click, give Tab its meaning in the text back; nothing is changed.
 */

import { Plugin } from 'prosemirror-state';
import { t } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { BlockSelection } from '../selection/block-selection.ts';

const MODIFIERS = new Set(['Shift', 'Control', 'Alt', 'Meta']);

export function tabAway(): Plugin {
  let away = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          if (away && event.key === 'Tab') return true;
          if (!MODIFIERS.has(event.key)) away = false;
          const { selection } = view.state;
          if (event.key !== 'Escape' || !(selection instanceof BlockSelection)) return false;
          away = true;
          announce(t().tabLeaves);
          return false;
        },
        focus: () => {
          away = false;
          return false;
        },
        pointerdown: () => {
          away = false;
          return false;
        },
      },
    },
  });
}
