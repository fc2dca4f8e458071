/**
 * Elements of HTML that blocks are written as.
 *
 * Invariant: every text that is given as such is escaped.
 */
import { escapeHtml } from '../inline-html.ts';

export function pre(name: string, text: string): string {
  const named = name ? ` class="${escapeHtml(name)}"` : '';
  return `<pre><code${named}>${escapeHtml(text)}</code></pre>`;
}

export function figure(name: string, object: string, caption: string): string {
  const below = caption ? `<figcaption>${caption}</figcaption>` : '';
  return `<figure class="${name}">${object}${below}</figure>`;
}
