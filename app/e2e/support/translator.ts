/**
 * A browser that translates pages, as Chrome and its kin do.
 *
 * Invariant: as with those, every text is taken out of the page and another put in its place, in elements of
 * the browser’s own, and so is what comes later; but not in fields, and not where a page says so.
 */

/** Runs in the page, before anything of its own: what is translated reads as before. */
export function translatePage(): void {
  const own = new WeakSet<Node>();
  const LEFT = '[translate="no"], script, style, title, textarea, input, svg';
  const translate = (text: Text) => {
    const around = text.parentElement;
    if (own.has(text) || !around || around.closest(LEFT) || text.data.trim() === '') return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    const translated = document.createTextNode(text.data);
    own.add(translated);
    inner.append(translated);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = root instanceof Text ? [root] : [];
    for (let next = walker.nextNode(); next; next = walker.nextNode()) texts.push(next as Text);
    for (const text of texts) translate(text);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records)
      for (const node of type === 'characterData' ? [target] : addedNodes)
        if (node.isConnected) translateAll(node);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}
