/**
 * Footnotes and endnotes of other programs: a link at the mark leads to one at the note, and that back.
 *
 * Invariant: a note that is pasted with what it is about is one here, too; any other link stays one.
 */
import { styleOf } from './pasted-styles.ts';

/** A number, a letter or a sign, in brackets or not: what is a word leads to a part of a page, and back. */
const LABEL = /^[[(]?(\p{N}{1,4}|[ivxlcdm]{1,8}|\p{L}|[*†‡§]{1,4})[\])]?$/iu;

export function takeNotes(root: HTMLElement): void {
  const links = new Map<string, HTMLAnchorElement>();
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href*="#"]')) {
    const name = link.name || link.id;
    if (name !== '' && !links.has(name)) links.set(name, link);
  }
  const taken = new Set<string>();
  for (const [name, mark] of links) {
    const note = links.get(targetOf(mark));
    const own = LABEL.exec(mark.textContent.trim())?.[1];
    // The first of the two is where it is referred to.
    if (!own || !note || note === mark || targetOf(note) !== name || !beginsItsBlock(note))
      continue;
    let label = own;
    for (let count = 2; taken.has(label); count++) label = `${own}-${count}`;
    taken.add(label);
    links.delete(targetOf(mark));
    raised(mark).replaceWith(footnote({ label }));
    const rest = textBehind(note);
    raised(note).replaceWith(footnote({ label, text: true }), ' ');
    if (rest) rest.nodeValue = (rest.nodeValue ?? '').trimStart();
  }
  if (taken.size > 0)
    for (const line of root.querySelectorAll('hr')) if (isAboveNotes(line)) line.remove();
}

function targetOf(link: HTMLAnchorElement): string {
  return (link.getAttribute('href') ?? '').replace(/^[^#]*#/, '');
}

function beginsItsBlock(link: HTMLElement): boolean {
  const block = link.closest('p,div,li');
  if (link.closest('h1,h2,h3,h4,h5,h6')) return false;
  return block?.textContent.trimStart().startsWith(link.textContent.trim()) ?? false;
}

/** What draws nothing but the mark, higher than the line. */
function raised(mark: HTMLElement): HTMLElement {
  const { parentElement } = mark;
  const isAround =
    parentElement?.matches('sup,span') && parentElement.textContent === mark.textContent;
  return isAround ? raised(parentElement!) : mark;
}

function textBehind(mark: HTMLElement): ChildNode | null {
  for (
    let node: Node | null = mark;
    node && !(node as Element).matches('p,div,li');
    node = node.parentNode
  )
    if (node.nextSibling) {
      let first: ChildNode | null = node.nextSibling;
      while (first?.firstChild) first = first.firstChild;
      return first?.nodeType === Node.TEXT_NODE ? first : null;
    }
  return null;
}

/** Word draws a line above them. */
function isAboveNotes(line: Element): boolean {
  const { parentElement } = line;
  return (
    parentElement !== null && /note-list$/.test(styleOf(parentElement).get('mso-element') ?? '')
  );
}

function footnote(says: { label: string; text?: true }): HTMLElement {
  const object = document.createElement('span');
  object.dataset.embed = JSON.stringify({ object: 'footnote', ...says });
  return object;
}
