/**
 * Draws a formula with KaTeX. Loaded when the first formula comes into view.
 *
 * Invariant: a formula reaches nothing outside the element it is drawn in. It loads nothing, links to
 * nothing, sets no HTML, ends after a limited number of steps and is of a limited size; and it adds
 * no style attribute, which the page's policy would refuse.
 */
import katex from 'katex';
import { tLazy } from '../../../i18n/lazy.ts';
import 'katex/dist/katex.min.css';

/** A formula that a person wrote is shorter. */
const LONGEST = 5000;
const MOST_EXPANSIONS = 1000;
/** em. */
const LARGEST = 20;
/** Style attributes of the tree on their way to being styles. */
const STYLE = 'data-katex-style';

interface Drawn {
  attributes?: Record<string, string>;
  children?: Drawn[];
  toNode(): Node;
}
type Options = NonNullable<Parameters<typeof katex.render>[2]>;
/** KaTeX' own way to outputs of one's own; its types leave it out. */
const { __renderToDomTree: treeOf } = katex as unknown as {
  __renderToDomTree(source: string, options: Options): Drawn;
};

/** Draws into `element`; says in words what is wrong where that is not possible. */
export function drawFormula(element: HTMLElement, source: string, isBlock: boolean): string | null {
  if (source.length > LONGEST) return tLazy().formulas.tooLong(LONGEST);
  let tree: Drawn;
  try {
    tree = treeOf(source, {
      displayMode: isBlock,
      throwOnError: true,
      trust: false,
      strict: 'ignore',
      maxExpand: MOST_EXPANSIONS,
      maxSize: LARGEST,
    });
  } catch (error) {
    return wordsFor(error);
  }
  keepStyles(tree);
  const drawn = document.createElement('span');
  drawn.append(tree.toNode());
  for (const styled of drawn.querySelectorAll<HTMLElement | SVGElement>(`[${STYLE}]`)) {
    styled.style.cssText = styled.getAttribute(STYLE) ?? '';
    styled.removeAttribute(STYLE);
  }
  element.replaceChildren(drawn);
  return null;
}

function keepStyles({ attributes, children }: Drawn): void {
  if (attributes?.style !== undefined) {
    attributes[STYLE] = attributes.style;
    delete attributes.style;
  }
  for (const child of children ?? []) keepStyles(child);
}

function wordsFor(error: unknown): string {
  if (error instanceof katex.ParseError) {
    const said = error.rawMessage || error.message;
    return error.position === undefined ? said : tLazy().formulas.wrongAt(said, error.position + 1);
  }
  // Nested deeper than the browser can follow.
  if (error instanceof RangeError) return tLazy().formulas.tooDeep;
  throw error;
}
