/**
 * A progress bar in the page: its text, and below it a slider that says how much is done and changes
 * it. Whoever may only read has a bar in place of the slider.
 *
 * Invariant: how much is done is the block's; while somebody holds the slider it shows what they
 * are about to say, which is one change once they let go.
 */
import type { Node } from 'prosemirror-model';
import { Fragment } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView, NodeView, ViewMutationRecord } from 'prosemirror-view';
import { tLazy } from '../../../i18n/lazy.ts';
import { announce } from '../../../ui/announce.ts';
import { ProgressIcon } from '../../../ui/icons.ts';
import { blockStart, selectedBlocks } from '../../commands/commands.ts';
import { sideways } from '../../commands/sideways.ts';
import { schema } from '../../schema.ts';
import { besideText } from '../beside-text.ts';
import { describeBlock } from '../block-element.ts';
import type { BlockPart } from '../block-part.ts';
import { withMarker } from '../lines.ts';
import './progress.css';

/** What a key adds, per cent. */
const STEP = 10;

class ProgressView implements NodeView {
  readonly dom = document.createElement('div');
  readonly contentDOM = document.createElement('div');
  readonly #beside = besideText('div', 'done');
  readonly #slider = document.createElement('input');
  readonly #bar = document.createElement('progress');
  #node: Node;
  #isHeld = false;

  constructor(node: Node, view: EditorView, position: () => number | undefined) {
    this.#node = node;
    this.dom.className = 'progress';
    this.dom.dir = 'auto';
    this.#slider.type = 'range';
    this.#slider.max = '100';
    this.#bar.max = 100;
    this.#slider.addEventListener('input', () => {
      this.#isHeld = true;
      this.#say(this.#slider.valueAsNumber);
    });
    this.#slider.addEventListener('change', () => {
      this.#isHeld = false;
      const at = position();
      if (at === undefined || !view.editable) return;
      view.dispatch(view.state.tr.setNodeAttribute(at, 'done', this.#slider.valueAsNumber));
    });
    this.#slider.addEventListener('blur', () => {
      this.#isHeld = false;
      this.#show();
    });
    this.#beside.append(this.#slider, this.#bar);
    this.dom.append(this.contentDOM, this.#beside);
    this.#show();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type) return false;
    this.#node = node;
    this.#show();
    return true;
  }

  /** The slider is moved by its own keys; what was moved is taken back as all else. */
  stopEvent(event: Event): boolean {
    return event.target === this.#slider && !isUndo(event);
  }

  ignoreMutation(mutation: ViewMutationRecord): boolean {
    return mutation.type !== 'selection' && !this.contentDOM.contains(mutation.target);
  }

  #show(): void {
    describeBlock(this.dom, this.#node);
    const label = this.#node.textContent.trim() || tLazy().blocks.progress;
    for (const element of [this.#slider, this.#bar]) element.setAttribute('aria-label', label);
    if (!this.#isHeld) this.#say(this.#node.attrs.done);
  }

  #say(done: number): void {
    const said = tLazy().objects.percent(done);
    if (this.#slider.valueAsNumber !== done) this.#slider.value = String(done);
    this.#bar.value = done;
    this.#slider.setAttribute('aria-valuetext', said);
    this.#beside.dataset.label = said;
  }
}

function isUndo(event: Event): boolean {
  if (!(event instanceof KeyboardEvent) || event.altKey) return false;
  return (event.ctrlKey || event.metaKey) && /^[zyZY]$/.test(event.key);
}

function barsIn(state: EditorState): { at: number; done: number }[] {
  const { from, to } = selectedBlocks(state);
  const bars: { at: number; done: number }[] = [];
  for (let index = from; index < to; index++) {
    const { type, attrs } = state.doc.child(index);
    if (type === schema.nodes.progress)
      bars.push({ at: blockStart(state.doc, index), done: attrs.done });
  }
  return bars;
}

/** Lets more or less be done in the selected bars. */
function change(by: number): Command {
  return (state, dispatch) => {
    const bars = barsIn(state);
    const { tr } = state;
    for (const { at, done } of bars) {
      const now = Math.min(Math.max(done + by, 0), 100);
      if (now !== done) tr.setNodeAttribute(at, 'done', now);
      if (dispatch) announce(tLazy().objects.percent(now));
    }
    if (tr.docChanged) dispatch?.(tr);
    return bars.length > 0;
  };
}

const command = (id: string, key: string, by: number) =>
  ({
    id,
    group: 'Blocks',
    icon: ProgressIcon,
    keys: [key],
    applies: (state: EditorState) => barsIn(state).length > 0,
    run: change(by),
  }) as const;

export const progress: BlockPart = {
  kinds: [{ id: 'progress', icon: ProgressIcon, also: 'percent bar slider goal [40%]' }],
  commands: [
    command('progress-more', sideways('Right'), STEP),
    command('progress-less', sideways('Left'), -STEP),
  ],
  inView: () => ({
    nodeView: (node, view, position) => new ProgressView(node, view, position),
  }),
  lines: ({ attrs, content }) => [
    content.size > 0
      ? withMarker(`[${attrs.done}%] `, content)
      : Fragment.from(schema.text(`[${attrs.done}%]`)),
  ],
  read: (element) => {
    const bar = element.firstElementChild;
    if (!(bar instanceof HTMLProgressElement) || !element.matches('p, div')) return null;
    if (bar.previousSibling?.textContent?.trim()) return null;
    const behind = bar.nextSibling;
    if (behind?.nodeType === 3) behind.nodeValue = (behind.nodeValue ?? '').replace(/^ /, '');
    bar.remove();
    return { done: String(Math.round(bar.position * 100)) };
  },
};
