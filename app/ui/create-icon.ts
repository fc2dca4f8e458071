/**
 * Stands for what makes components of lucide's drawings in the built app: its own reads contexts,
 * names and sizes that nothing here sets, and the first load of a document would have to wait for.
 *
 * Invariant: an icon without a name is decoration, and nobody hears of it.
 */
import { createElement, type ReactNode, type SVGProps } from 'react';

interface Drawing {
  readonly size: number;
  readonly node: readonly (readonly [tag: string, attributes: Record<string, string>])[];
}

export default function createIcon({ size, node }: Drawing) {
  return (props: SVGProps<SVGSVGElement>): ReactNode =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: `0 0 ${size} ${size}`,
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...('aria-label' in props ? {} : { 'aria-hidden': 'true' }),
        ...props,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
