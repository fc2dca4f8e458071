/** What people do with the page of a document that its bar goes by: writing, and scrolling. */

/** Keys beside characters that change a text. The last two are those of input methods. */
const WRITING_KEYS = new Set(['Enter', 'Backspace', 'Delete', 'Dead', 'Process', 'Unidentified']);
/** Whoever pressed no key for so long has stopped writing, ms. */
const RESTS_MS = 2000;

/**
 * Tells whether somebody is writing: from a key in the text until the pointer moves or the keys rest.
 *
 * @returns how to stop
 */
export function followTyping(page: HTMLElement, tell: (typing: boolean) => void): () => void {
  let rest: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(rest);
    removeEventListener('pointermove', stop);
    tell(false);
  };
  const onKey = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) => {
    const isText =
      target instanceof HTMLElement && (target.isContentEditable || target.matches('.title'));
    const writes = (key.length === 1 && !ctrlKey && !metaKey && !altKey) || WRITING_KEYS.has(key);
    if (!isText || !writes) return;
    tell(true);
    addEventListener('pointermove', stop);
    clearTimeout(rest);
    rest = setTimeout(stop, RESTS_MS);
  };
  page.addEventListener('keydown', onKey);
  return () => {
    stop();
    page.removeEventListener('keydown', onKey);
  };
}

/**
 * Tells whether the title has gone under the bar.
 *
 * @returns how to stop
 */
export function followTitle(title: Element, tell: (isOut: boolean) => void): () => void {
  const observer = new IntersectionObserver(([seen]) => tell(seen?.isIntersecting === false), {
    rootMargin: '-48px 0px 0px 0px',
  });
  observer.observe(title);
  return () => observer.disconnect();
}
