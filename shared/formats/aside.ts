/**
 * Callouts as Notion exports them: `<aside>` on a line of its own, the icon, the text, `</aside>`.
 *
 * Invariant: only what begins and ends among the same siblings is a callout; any other HTML stays as
 * it was written. They are exported as alerts (alert.ts).
 */
import type { Html, RootContent } from 'mdast';

/** A piece of HTML between blocks. */
export type AsidePiece =
  | { piece: 'open' | 'whole'; icon: string; text: string }
  | { piece: 'close'; icon?: undefined; text?: undefined };

const OPENING = /^<aside>[ \t]*(?:\n([\s\S]*))?$/i;
const WHOLE = /^<aside>\s([\s\S]*?)\n?<\/aside>\s*$/i;
const CLOSING = /^<\/aside>\s*$/i;
const PICTURE = /^\s*<img src="(?:https:\/\/www\.notion\.so)?\/icons\/[^<>]*>\s*/;
const EMOJI =
  /^\s*(\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier}|\p{Extended_Pictographic})*)\s*/u;

/** The callouts that begin and end among siblings: for each node of HTML that has a part in one. */
export function pairAsides(nodes: readonly RootContent[]): Map<RootContent, AsidePiece> {
  const found = new Map<RootContent, AsidePiece>();
  const open: { node: Html; piece: AsidePiece }[] = [];
  for (const node of nodes) {
    if (node.type !== 'html') continue;
    const piece = readPiece(node.value);
    if (piece?.piece === 'whole') found.set(node, piece);
    else if (piece?.piece === 'open') open.push({ node, piece });
    else if (piece) {
      const opening = open.pop();
      if (opening) found.set(opening.node, opening.piece).set(node, piece);
    }
  }
  return found;
}

function readPiece(html: string): AsidePiece | null {
  if (CLOSING.test(html)) return { piece: 'close' };
  const whole = WHOLE.exec(html);
  const match = whole ?? OPENING.exec(html);
  if (!match) return null;
  const [, said = ''] = match;
  if (/<\/?aside\b/i.test(said)) return null;
  const text = said.replace(PICTURE, '');
  const [taken = '', icon = ''] = EMOJI.exec(text) ?? [];
  return { piece: whole ? 'whole' : 'open', icon, text: text.slice(taken.length) };
}
