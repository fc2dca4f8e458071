/**
 * An input method, as Chromium's own protocol offers one: it shows text in the line and commits it
 * later, maybe as other text.
 */
import type { CDPSession } from '@playwright/test';
import type { Person } from './person.ts';

/** What an input method shows and has not committed. */
export function compose(device: CDPSession, text: string): Promise<unknown> {
  const at = text.length;
  return device.send('Input.imeSetComposition', { text, selectionStart: at, selectionEnd: at });
}

export function commit(device: CDPSession, text: string): Promise<unknown> {
  return device.send('Input.insertText', { text });
}

/** The same, for one person's page. `device`: for what else it can do. */
export async function inputMethod({ context, page }: Person): Promise<{
  device: CDPSession;
  compose: (text: string) => Promise<unknown>;
  commit: (text: string) => Promise<unknown>;
}> {
  const device = await context.newCDPSession(page);
  return {
    device,
    compose: (text) => compose(device, text),
    commit: (text) => commit(device, text),
  };
}
