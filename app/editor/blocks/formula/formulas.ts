/**
 * Formulas on their way to the page: drawn at once if KaTeX is here, else when it has come.
 *
 * Invariant: an element shows the formula it was last asked to show, in whatever order things load;
 * where it cannot be drawn, it is told why.
 */
import { tLazy } from '../../../i18n/lazy.ts';

type Drawing = typeof import('./draw-formula.ts');

let drawing: Drawing | null = null;
let loading: Promise<Drawing> | null = null;

function load(): Promise<Drawing> {
  loading ??= import('./draw-formula.ts').then(
    (loaded) => {
      drawing = loaded;
      return loaded;
    },
    (error: unknown) => {
      // Not reachable now: whoever needs it next asks again.
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** What each element was last asked to show. */
const wanted = new WeakMap<HTMLElement, string>();

/** Shows a formula in `element`, then tells what is wrong with it, or null. */
export function showFormula(
  element: HTMLElement,
  source: string,
  isBlock: boolean,
  told: (problem: string | null) => void,
): void {
  wanted.set(element, source);
  if (drawing) {
    told(drawing.drawFormula(element, source, isBlock));
    return;
  }
  load().then(
    ({ drawFormula }) => {
      if (wanted.get(element) === source) told(drawFormula(element, source, isBlock));
    },
    () => {
      if (wanted.get(element) !== source) return;
      told(tLazy().formulas.notLoaded);
    },
  );
}
