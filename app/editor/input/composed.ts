/**
 * What takes effect as it is typed, in what an input method has composed, such as `**bold**`.
 *
 * Invariant: the rules see that as it stood when the composition ended, before anything that comes
 * behind it. By themselves they look a moment later, and a blank may be there by then.
 */
import type { EditorView } from 'prosemirror-view';

/** What the view keeps to itself: what of the page it has not read yet. */
interface Inside {
  readonly domObserver: { forceFlush(): void };
}

/** Until what it returns is called. */
export function applyRulesToComposed(view: EditorView): () => void {
  let composed: string | null = null;
  const apply = () => {
    const written = composed ?? '';
    composed = null;
    if (written.trim() === '') return;
    const blanks = written.slice(written.trimEnd().length);
    (view as unknown as Inside).domObserver.forceFlush();
    const { empty, $head } = view.state.selection;
    if (view.composing || !empty || $head.parentOffset < blanks.length) return;
    const at = $head.pos - blanks.length;
    if (view.state.doc.textBetween(at, $head.pos) !== blanks) return;
    for (const plugin of view.state.plugins)
      if ((plugin.spec as { isInputRules?: boolean }).isInputRules)
        plugin.props.handleTextInput?.call(plugin, view, at, at, '', () => view.state.tr);
  };
  const end = ({ data }: CompositionEvent) => {
    composed = data;
    setTimeout(apply);
  };
  const { dom } = view;
  // Before the view and its plugins.
  dom.addEventListener('compositionend', end, true);
  for (const name of ['keydown', 'beforeinput']) dom.addEventListener(name, apply, true);
  return () => {
    dom.removeEventListener('compositionend', end, true);
    for (const name of ['keydown', 'beforeinput']) dom.removeEventListener(name, apply, true);
  };
}
