/**
 * An editor view that draws all of a document, or what `windowing.ts` says once that is there.
 *
 * Invariant: when that comes makes no difference to the state, nor to what is in view.
 */
import { EditorState } from 'prosemirror-state';
import { type DirectEditorProps, EditorView } from 'prosemirror-view';
import { pendingSelection } from '../selection/pending-dom-selection.ts';
import { windowingPart } from './lazy-windowing.ts';
import type { Range } from './ranges.ts';
import type { Windowing } from './windowing.ts';
import './gap.css';

/** What the view keeps to itself. */
interface Inside {
  /** Has what is between two positions drawn anew with the next update. */
  readonly docView: { markDirty(from: number, to: number): void };
}

export class DocumentView extends EditorView {
  #windowing: Windowing | null = null;
  readonly #stop: () => void;

  /** @param hiddenIn the blocks that are not to be seen, such as what is folded */
  constructor(
    place: { mount: HTMLElement },
    props: DirectEditorProps,
    hiddenIn: (state: EditorState) => readonly Range[] = () => [],
  ) {
    // The view's constructor would draw the whole document.
    const { doc, schema } = props.state;
    const empty = EditorState.create({ schema, doc: doc.type.createAndFill()! });
    const nodeViews: DirectEditorProps['nodeViews'] = {
      ...props.nodeViews,
      gap: (...args) => windowingPart.get()!.gapView(...args),
    };
    super(place, { ...props, nodeViews, state: empty });
    const takeIn = () => {
      const part = windowingPart.get();
      if (part) this.#windowing ??= new part.Windowing(this, hiddenIn);
    };
    this.#stop = windowingPart.subscribe(takeIn);
    takeIn();
    this.updateState(props.state);
  }

  /**
   * Where only what is drawn changes, the view would put back the selection it knows of over the one
   * that somebody has just made in the page.
   */
  override updateState(state: EditorState): void {
    const isDrawing = state.doc === this.state.doc && state.selection === this.state.selection;
    const untold = isDrawing ? pendingSelection(this) : null;
    super.updateState(untold ? state.apply(state.tr.setSelection(untold)) : state);
  }

  override destroy(): void {
    if (this.isDestroyed) return;
    this.#stop();
    this.#windowing?.destroy();
    super.destroy();
  }

  override setProps(props: Partial<DirectEditorProps>): void {
    // While one only reads, whoever changes the page is not heard, such as who translates it. Written
    // in, it would be taken for the text.
    const mayWrite = this.props.editable?.call(this, this.state);
    const { docView } = this as unknown as Inside;
    if (!this.editable && mayWrite) docView.markDirty(0, this.state.doc.content.size);
    super.setProps(props);
  }

  override coordsAtPos(position: number, side?: number): ReturnType<EditorView['coordsAtPos']> {
    this.#windowing?.drawAt(position);
    return super.coordsAtPos(position, side);
  }

  override posAtCoords(coords: {
    left: number;
    top: number;
  }): ReturnType<EditorView['posAtCoords']> {
    this.#windowing?.drawAtCoords(coords);
    return super.posAtCoords(coords);
  }

  override nodeDOM(position: number): globalThis.Node | null {
    this.#windowing?.drawAt(position);
    return super.nodeDOM(position);
  }

  override domAtPos(position: number, side?: number): ReturnType<EditorView['domAtPos']> {
    this.#windowing?.drawAt(position);
    return super.domAtPos(position, side);
  }
}
