/** What is on the clipboard, just as a program put it there. */
import type { Page } from '@playwright/test';

/** Has the next copy put just this on the clipboard: `clipboard.write` would clean it. */
export async function putOnClipboard(page: Page, data: Record<string, string>): Promise<void> {
  await page.evaluate((types) => {
    const fill = (event: ClipboardEvent) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      for (const [type, text] of Object.entries(types)) event.clipboardData?.setData(type, text);
    };
    addEventListener('copy', fill, { capture: true, once: true });
  }, data);
  await page.keyboard.press('ControlOrMeta+c');
}
