/** The least of random histories that ever broke a promise of the editor, by what they were about. */
import type { History } from '../../../shared/document/testing/history.ts';
import type { EditorCommand } from './editor-hands.ts';

export const KEPT_HISTORIES: Readonly<Record<string, History<EditorCommand>>> = {
  'text before the first mark is moved': {
    devices: 3,
    late: 0,
    start: [{ type: 'paragraph', length: 0 }],
    steps: [
      { do: 'newer', key: 61, device: 1, what: 'object', at: 0 },
      { do: 'deliver', key: 86, device: 2, nth: 0, again: false },
      {
        do: 'command',
        key: 162,
        device: 2,
        command: { at: [0, 0], act: { do: 'key', key: 'moveDown' } },
      },
    ],
  },
  'a divider is moved away from text that a merge left behind it': {
    devices: 2,
    late: 0,
    start: [
      { type: 'paragraph', depth: 0, length: 0 },
      { type: 'ordered', depth: 0, checked: false, start: 0, length: 1 },
    ],
    steps: [
      {
        do: 'command',
        key: 51,
        device: 0,
        command: { at: [1, 0], to: [0, 0], act: { do: 'type', length: 1 } },
      },
      {
        do: 'command',
        key: 69,
        device: 1,
        command: { at: [1, 0], act: { do: 'insert block', type: 'divider' } },
      },
      { do: 'deliver', key: 78, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 95,
        device: 1,
        command: { at: [0, 0], to: [0, 0], act: { do: 'key', key: 'moveDown' } },
      },
      {
        do: 'command',
        key: 117,
        device: 1,
        command: { at: [0, 0], act: { do: 'key', key: 'moveUp' } },
      },
    ],
  },
  'text that a merge left behind a divider is moved before it': {
    devices: 2,
    late: 0,
    start: [{ type: 'paragraph', depth: 0, length: 0 }],
    steps: [
      {
        do: 'command',
        key: 17,
        device: 0,
        command: { at: [0, 0], to: [0, 0], act: { do: 'key', key: 'splitBlock' } },
      },
      { do: 'deliver', key: 19, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 31,
        device: 0,
        command: { at: [1, 0], act: { do: 'paste', types: ['bullet', 'divider'], open: true } },
      },
      {
        do: 'command',
        key: 32,
        device: 1,
        command: { at: [0, 0], act: { do: 'type', length: 1 } },
      },
      { do: 'deliver', key: 57, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 103,
        device: 1,
        command: { at: [2, 0], act: { do: 'key', key: 'moveUp' } },
      },
    ],
  },
  'Tab indents the line of a formula that is selected': {
    devices: 1,
    late: 0,
    start: [{ type: 'formula', depth: 0, length: 1 }],
    steps: [
      {
        do: 'command',
        key: 185,
        device: 0,
        command: { at: [0, 0], to: [0, 1], act: { do: 'key', key: 'deeper' } },
      },
    ],
  },
};
