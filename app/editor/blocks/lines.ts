/**
 * Blocks as lines of one text, for where only text can be: in a cell of a table.
 *
 * Invariant: all of a block's text is in its lines.
 */
import { Fragment, type Node } from 'prosemirror-model';
import { schema } from '../schema.ts';

export function withMarker(marker: string, content: Fragment): Fragment {
  return Fragment.from(schema.text(marker)).append(content);
}

export function objectLine(embed: { object: string; [key: string]: unknown }): Fragment {
  return Fragment.from(schema.nodes.object!.create({ embed }));
}

/** Code has its line ends in its text. */
export function codeLines(node: Node): Fragment[] {
  const code = schema.marks.code!.create();
  const lines: Fragment[] = [Fragment.empty];
  for (const child of node.children) {
    const parts = child.isText ? (child.text ?? '').split('\n') : [child];
    parts.forEach((part, index) => {
      if (index > 0) lines.push(Fragment.empty);
      const made = typeof part !== 'string' ? part : part && schema.text(part, [code]);
      if (made) lines[lines.length - 1] = lines[lines.length - 1]!.addToEnd(made);
    });
  }
  return lines;
}

export function lineOfRow(row: Node): Fragment {
  return row.children.reduce(
    (line, cell, index) =>
      (index > 0 ? line.addToEnd(schema.text(' | ')) : line).append(cell.content),
    Fragment.empty,
  );
}
