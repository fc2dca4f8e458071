/** Puts text on the clipboard, also on plain http, where browsers offer only the old way. */

/** Says whether it worked: a browser may refuse, and then the person copies by hand. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here or now: the old way may still be.
    }
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Inside an open dialog, because focus may not leave it.
  const host = document.activeElement?.closest('[role="dialog"]') ?? document.body;
  const focused = document.activeElement;
  host.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
