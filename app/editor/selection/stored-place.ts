/**
 * Where one was in a document: the caret, and what stood at the top of the window. Kept by this
 * device, and gone back to the next time the document is opened here; what stood at the top, also
 * when the lines get another width, as on a phone that is turned. Loaded after the text.
 *
 * Invariant: places are anchors, so they stay with their text whatever others write meanwhile; only a
 * caret comes back, never a selection that a key would write over; and whoever has put the focus or
 * the page somewhere already is left there.
 */
import { Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { storedPlace, storePlace } from '../../ui/stored-places.ts';
import { topBarBottom } from '../../ui/top-bar.ts';
import { whenLeaving } from '../../ui/when-leaving.ts';
import type { Binding } from '../binding/binding.ts';
import { selectionFromJson, selectionToJson } from '../binding/undo.ts';
import { reveal } from './reveal.ts';

/**
 * What has the focus while nobody has put it anywhere on this screen: the screen itself, the link of
 * the sidebar that led here, which stays, and a dialog that is on its way out.
 */
const LED_HERE =
  'main, nav [aria-current="page"], [role="dialog"][data-closed], [role="dialog"][data-closed] *';

/** Text that was not drawn yet takes a frame to be where it says. */
const MOST_FRAMES = 8;

interface StoredPlace {
  /** Null where one never wrote. */
  caret: unknown;
  /** The first text in view, null at the top of the document; and how far below the bar it was, px. */
  top: unknown;
  below: number;
}

/**
 * Goes back to where one was, and notes where one is from then on. Returns its end, at which the text
 * must still be there.
 */
export function followPlace(
  { view, binding }: { view: EditorView; binding: Binding },
  name: string,
  { goesBack }: { goesBack: boolean },
): () => void {
  const kept = readPlace(storedPlace(name));
  const caret = kept && positionIn(binding, view, kept.caret);
  let wrote = view.hasFocus();
  if (kept && goesBack && isNowhere()) {
    // The browser may have gone back by itself.
    const isAtTop = scrollY === 0;
    if (caret !== null) {
      wrote = true;
      const { doc, tr } = view.state;
      view.dispatch(tr.setSelection(Selection.near(doc.resolve(caret))));
      // On glass the focus would bring up a keyboard.
      if (view.editable && !matchMedia('(pointer: coarse)').matches) view.focus();
    }
    if (isAtTop) scrollBack(binding, view, kept, caret);
  }

  const onFocus = () => {
    wrote = true;
  };
  const keep = () => {
    if (view.isDestroyed) return;
    const top = topOf(binding, view);
    const selection = wrote ? binding.anchorSelection(view.state) : null;
    const now = selection && selectionToJson({ ...selection, anchor: selection.head });
    storePlace(
      name,
      now || top ? ({ caret: now, top: null, below: 0, ...top } satisfies StoredPlace) : null,
    );
  };
  const { pathname } = location;
  /** Once another screen is on its way, this one lies where that begins. */
  const keepHere = () => {
    if (location.pathname === pathname) keep();
  };
  const onHide = () => {
    if (document.visibilityState === 'hidden') keepHere();
  };
  const stopTurning = followWidth(binding, view);
  const stopAsking = whenLeaving(keep);
  addEventListener('pagehide', keepHere);
  document.addEventListener('visibilitychange', onHide);
  view.dom.addEventListener('focus', onFocus);
  return () => {
    keepHere();
    stopAsking();
    stopTurning();
    removeEventListener('pagehide', keepHere);
    document.removeEventListener('visibilitychange', onHide);
    view.dom.removeEventListener('focus', onFocus);
  };
}

/** Keeps what stands at the top there when the window gets wider or narrower. Returns its end. */
function followWidth(binding: Binding, view: EditorView): () => void {
  let width = innerWidth;
  let top = topOf(binding, view);
  const onScroll = () => {
    // The browser scrolls by itself before it tells of another width.
    if (!view.isDestroyed && innerWidth === width) top = topOf(binding, view);
  };
  const onResize = () => {
    if (innerWidth === width) return;
    width = innerWidth;
    if (top && !view.isDestroyed) scrollBack(binding, view, { caret: null, ...top }, null);
  };
  addEventListener('scroll', onScroll, { passive: true });
  addEventListener('resize', onResize);
  return () => {
    removeEventListener('scroll', onScroll);
    removeEventListener('resize', onResize);
  };
}

/** Whether the focus only tells which screen is shown. */
function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(LED_HERE);
}

function readPlace(json: unknown): StoredPlace | null {
  if (typeof json !== 'object' || json === null) return null;
  const { caret = null, top = null, below } = json as Record<string, unknown>;
  return { caret, top, below: Number.isFinite(below) ? Number(below) : 0 };
}

/** Null where there is no such place any more. */
function positionIn(binding: Binding, view: EditorView, json: unknown): number | null {
  const selection = selectionFromJson(json);
  try {
    return selection && binding.positionOf(view.state.doc, selection.head);
  } catch {
    // An anchor of something else than this document.
    return null;
  }
}

/** The first text in view; null where the document is seen from its beginning. */
function topOf(binding: Binding, view: EditorView): Pick<StoredPlace, 'top' | 'below'> | null {
  const text = view.dom.getBoundingClientRect();
  const line = topBarBottom() + 1;
  if (text.top > line) return null;
  const at = view.posAtCoords({ left: text.left + text.width / 2, top: line });
  if (!at) return null;
  const { doc } = view.state;
  const selection = Selection.near(doc.resolve(at.pos));
  const anchored = binding.anchorSelection({ doc, selection });
  if (!anchored) return null;
  return {
    top: selectionToJson(anchored),
    below: view.coordsAtPos(selection.head, 1).top - topBarBottom(),
  };
}

/** To the place that was at the top of the window, or else to the caret. */
function scrollBack(
  binding: Binding,
  view: EditorView,
  kept: StoredPlace,
  caret: number | null,
): void {
  const place = positionIn(binding, view, kept.top);
  if (place === null) {
    if (caret !== null) reveal(view, caret);
    return;
  }
  let frames = 0;
  const look = () => {
    if (view.isDestroyed || place > view.state.doc.content.size) return;
    const off = view.coordsAtPos(place, 1).top - topBarBottom() - kept.below;
    const before = scrollY;
    if (Math.abs(off) >= 1) scrollBy(0, off);
    if (scrollY !== before && ++frames <= MOST_FRAMES) requestAnimationFrame(look);
  };
  look();
}
