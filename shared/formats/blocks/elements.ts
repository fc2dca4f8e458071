/**
 * Elements of HTML that blocks are written as.
 *
 * Invariant: every text that is given as such is escaped.
 */
import { escapeHtml } from '../inline-html.ts';

/** `data`: what the element says besides, by attribute. */
export function pre(
  name: string,
  text: string,
  data: Readonly<Record<string, string>> = {},
): string {
  const named = name ? ` class="${escapeHtml(name)}"` : '';
  const says = Object.entries(data).map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`);
  return `<pre${says.join('')}><code${named}>${escapeHtml(text)}</code></pre>`;
}

export function figure(name: string, object: string, caption: string): string {
  const below = caption ? `<figcaption>${caption}</figcaption>` : '';
  return `<figure class="${name}">${object}${below}</figure>`;
}
