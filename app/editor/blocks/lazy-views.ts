/**
 * Which blocks and objects draw themselves. Tables, headings and lists do from the start; what is
 * more in the page than its text is drawn plainly until the part that knows how has come.
 *
 * Invariant: what is drawn plainly can be read and written, and is drawn anew, by itself, as soon as
 * the part is there; nobody's composition is interrupted for it. Keys that go through a table wait
 * for the part, which knows how.
 */
import { DOMSerializer, type Node } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import {
  Decoration,
  type EditorProps,
  type EditorView,
  type NodeView,
  type NodeViewConstructor,
} from 'prosemirror-view';
import { Lazy } from '../../ui/lazy-part.ts';
import { SectionView } from '../folding/section-view.ts';
import { hold } from '../input/held-keys.ts';
import { ListItemView } from '../lists/list-item-view.ts';
import { BOXES } from '../schema.ts';
import { decorationsOf } from '../viewport/decorations-of.ts';
import type { ViewOptions } from './block-part.ts';
import type { SpecialViews } from './special-views.ts';
import { TableView } from './table/table-view.ts';

/** Nodes with a view that comes later. */
export const SPECIAL = ['codeBlock', 'bookmark', 'formula', 'object', 'image', 'file', ...BOXES];

const part = new Lazy(async () => (await import('./special-views.ts')).specialViews);

/** As the schema says, which is how it would be drawn without a view. */
export function plainView(node: Node): NodeView {
  const { dom, contentDOM } = DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node));
  return { dom, ...(contentDOM ? { contentDOM } : {}) };
}

/** Keys in a cell, and those to an end of the document; a table there begins and ends in its cells. */
function keysThatWait(): EditorProps {
  /** It was waited for once, and did not come. */
  let isWithout = false;
  return {
    handleKeyDown: (view, event) => {
      if (event.isComposing || isWithout) return false;
      const { selection, doc } = view.state;
      const toEnd = event.ctrlKey && /^(Home|End)$/.test(event.key);
      const waits =
        selection.$head.depth > 1 ? /^(Arrow|Home|End)/.test(event.key) : toEnd && hasTable(doc);
      if (!waits) return false;
      isWithout = !hold(view, event, part.load);
      return !isWithout;
    },
  };
}

function hasTable({ firstChild, lastChild }: Node): boolean {
  return firstChild?.type.name === 'table' || lastChild?.type.name === 'table';
}

export interface BlockViews {
  readonly nodeViews: Record<string, NodeViewConstructor>;
  readonly plugins: readonly Plugin[];
}

export function blockViews(options: ViewOptions): BlockViews {
  /** Where something is drawn plainly now. */
  const plain = new Set<() => number | undefined>();
  let special: SpecialViews | null = null;
  let isDrawingAnew = false;

  const drawAnew = (view: EditorView) => {
    if (!special || view.isDestroyed || view.composing) return;
    isDrawingAnew = true;
    view.updateState(view.state);
    isDrawingAnew = false;
  };
  const viewOf =
    (name: string): NodeViewConstructor =>
    (node, view, position, outer, inner) => {
      if (special)
        return special.nodeViews[name]?.(node, view, position, outer, inner) ?? plainView(node);
      plain.add(position);
      return {
        ...plainView(node),
        update: (next) => special === null && next.sameMarkup(node),
        destroy: () => plain.delete(position),
      };
    };
  const redrawing = new Plugin({
    props: {
      // The view asks for a node anew where it is decorated otherwise than before.
      decorations: ({ doc }) => {
        if (!isDrawingAnew) return null;
        const decorations: Decoration[] = [];
        for (const position of plain) {
          const at = position();
          const node = at === undefined ? null : doc.nodeAt(at);
          if (at !== undefined && node)
            decorations.push(Decoration.node(at, at + node.nodeSize, {}));
        }
        return decorationsOf(doc, decorations);
      },
    },
    view: (view) => {
      const takeIn = () => {
        special ??= part.get()?.(options) ?? null;
        if (!special) return;
        for (const [index, props] of special.props.entries())
          Object.assign(moving[index]!.props, props);
        drawAnew(view);
      };
      const stop = part.subscribe(takeIn);
      takeIn();
      return {
        update: () => {
          special?.drawn();
          if (special && plain.size > 0 && !isDrawingAnew) queueMicrotask(() => drawAnew(view));
        },
        destroy: () => {
          stop();
          special?.destroy();
        },
      };
    },
  });
  // The view asks plugins for their props each time, so these may come later.
  const moving = [new Plugin({}), new Plugin({ props: keysThatWait() })];
  return {
    nodeViews: {
      ...Object.fromEntries(SPECIAL.map((name) => [name, viewOf(name)])),
      table: (node) => new TableView(node),
      heading: (node, view, position) => new SectionView(node, view, position),
      toggle: (node, view, position) => new SectionView(node, view, position),
      bullet: (node) => new ListItemView(node),
      ordered: (node) => new ListItemView(node),
      task: (node) => new ListItemView(node),
    },
    plugins: [...moving, redrawing],
  };
}
