/**
 * Keeps the field of the title as high as its text where that is set in other lines: in another width
 * of the window or page, or in other letters.
 *
 * Invariant: it changes nothing but the height.
 */

/** @returns how to stop */
export function fitTitle(field: HTMLTextAreaElement): () => void {
  let setting = '';
  const fit = () => {
    const now = `${field.clientWidth} ${getComputedStyle(field).fontFamily}`;
    if (now === setting) return;
    setting = now;
    field.style.height = '0';
    field.style.height = `${field.scrollHeight}px`;
  };
  const resized = new ResizeObserver(fit);
  resized.observe(field);
  // Letters of another kind have their height within the same box.
  const look = new MutationObserver(fit);
  const attributes = { attributes: true, attributeFilter: ['data-serif'] };
  const screen = field.closest('main')?.parentElement;
  if (screen) look.observe(screen, attributes);
  return () => {
    resized.disconnect();
    look.disconnect();
  };
}
