/** The least of random histories that ever broke a promise of the model, by what they were about. */
import type { History } from './history.ts';
import type { ModelCommand } from './model-hands.ts';

export const KEPT_HISTORIES: Readonly<Record<string, History<ModelCommand>>> = {
  'a number a list item was born with is taken back': {
    devices: 2,
    late: 0,
    start: [{ type: 'paragraph', length: 0 }],
    steps: [
      {
        do: 'command',
        key: 11,
        device: 0,
        command: {
          do: 'turn',
          type: 'quote',
          attributes: { depth: 0, start: 1 },
          block: 0,
          offset: 0,
        },
      },
      {
        do: 'command',
        key: 25,
        device: 0,
        command: { do: 'split', type: null, block: 0, offset: 0 },
      },
      {
        do: 'command',
        key: 144,
        device: 0,
        command: { do: 'turn', type: 'quote', attributes: { depth: 0 }, block: 1, offset: 0 },
      },
    ],
  },
  'deleting behind formatted text in a document from stored bytes': {
    devices: 2,
    late: 0,
    start: [
      { type: 'paragraph', length: 4 },
      { type: 'paragraph', length: 1 },
    ],
    steps: [
      {
        do: 'command',
        key: 48,
        device: 0,
        command: { do: 'format', length: 1, mark: 'underline', block: 0, offset: 2 },
      },
      { do: 'restart', key: 131, device: 0 },
      {
        do: 'command',
        key: 155,
        device: 0,
        command: { do: 'erase', length: 1, block: 0, offset: 3 },
      },
    ],
  },
  'a column is taken from a table that was deleted and written in': {
    devices: 4,
    late: 1,
    start: [
      { type: 'table', depth: 0, header: true, length: 0, rows: 1, columns: 2 },
      { type: 'paragraph', depth: 0, length: 0 },
    ],
    steps: [
      { do: 'join', key: 108, device: 3, from: 0 },
      {
        do: 'command',
        key: 111,
        device: 0,
        command: { do: 'remove', count: 1, block: 0, offset: 0 },
      },
      { do: 'deliver', key: 119, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 120,
        device: 3,
        command: { do: 'type in cell', row: 0, column: 0, length: 1, block: 0, offset: 0 },
      },
      { do: 'deliver', key: 126, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 283,
        device: 1,
        command: { do: 'remove column', line: 0, block: 0, offset: 0 },
      },
    ],
  },
  'writing in a cell of a column whose mark is gone': {
    devices: 2,
    late: 0,
    start: [{ type: 'table', depth: 0, header: false, length: 0, rows: 0, columns: 0 }],
    steps: [
      {
        do: 'command',
        key: 81,
        device: 0,
        command: { do: 'add column', line: 1, block: 0, offset: 0 },
      },
      { do: 'deliver', key: 97, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 105,
        device: 1,
        command: { do: 'type in cell', row: 0, column: 1, length: 1, block: 0, offset: 0 },
      },
      { do: 'deliver', key: 108, device: 0, nth: 0, again: false },
      { do: 'undo', key: 154, device: 0 },
      {
        do: 'command',
        key: 170,
        device: 0,
        command: { do: 'type in cell', row: 0, column: 1, length: 1, block: 0, offset: 0 },
      },
    ],
  },
  'a table is deleted whose column was moved': {
    devices: 2,
    late: 0,
    start: [{ type: 'paragraph', depth: 0, length: 0 }],
    steps: [
      {
        do: 'command',
        key: 149,
        device: 1,
        command: { do: 'paste', types: ['file', 'table', 'toggle'], block: 0, offset: 0 },
      },
      {
        do: 'command',
        key: 233,
        device: 1,
        command: { do: 'split', type: null, block: 0, offset: 0 },
      },
      {
        do: 'command',
        key: 241,
        device: 1,
        command: { do: 'paste', types: ['callout', 'divider', 'heading'], block: 3, offset: 0 },
      },
      {
        do: 'command',
        key: 247,
        device: 1,
        command: { do: 'move column', line: 0, to: 1, block: 0, offset: 0 },
      },
      {
        do: 'command',
        key: 266,
        device: 1,
        command: { do: 'remove across', count: 2, end: 0, block: 2, offset: 0 },
      },
    ],
  },
  'an empty line before a cell whose table is gone': {
    devices: 2,
    late: 0,
    start: [{ type: 'table', length: 0, rows: 1, columns: 1 }],
    steps: [
      { do: 'newer', key: 118, device: 0, what: 'type', at: 0 },
      {
        do: 'command',
        key: 165,
        device: 0,
        command: { do: 'split', type: null, block: 1, offset: 0 },
      },
    ],
  },
  'a column whose width was taken back gets one again beside its alignment': {
    devices: 2,
    late: 0,
    start: [{ type: 'table', length: 0, rows: 1, columns: 1 }],
    steps: [
      {
        do: 'command',
        key: 111,
        device: 0,
        command: { do: 'set column', line: 0, width: 0, align: null, block: 0, offset: 0 },
      },
      { do: 'deliver', key: 115, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 158,
        device: 1,
        command: { do: 'set column', line: 0, width: 0, align: 'end', block: 0, offset: 0 },
      },
      { do: 'undo', key: 159, device: 0 },
      { do: 'deliver', key: 161, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 255,
        device: 1,
        command: { do: 'set column', line: 0, width: 0, align: 'end', block: 0, offset: 0 },
      },
    ],
  },
  'text put into formatting without it arrives before what says so': {
    devices: 3,
    late: 0,
    start: [
      { type: 'heading', length: 4 },
      { type: 'toggle', length: 0 },
    ],
    steps: [
      { do: 'newer', key: 18, device: 2, what: 'attribute', at: 5 },
      { do: 'deliver', key: 154, device: 1, nth: 0, again: false },
      {
        do: 'command',
        key: 159,
        device: 1,
        command: { do: 'format', length: 1, mark: 'highlight', block: 0, offset: 0 },
      },
      {
        do: 'command',
        key: 171,
        device: 1,
        command: { do: 'paste', types: ['heading', 'toggle'], block: 0, offset: 0 },
      },
      { do: 'deliver', key: 178, device: 2, nth: 1, again: false },
      {
        do: 'command',
        key: 183,
        device: 2,
        command: { do: 'format', length: 1, mark: 'bold', block: 0, offset: 0 },
      },
    ],
  },
};
