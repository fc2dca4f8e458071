/** What a page asks for and does not get until a test says so. */
import type { Page } from '@playwright/test';

/** Holds back what a page asks for by addresses like this. @returns what lets it through */
export async function holdBack(page: Page, address: string | RegExp): Promise<() => void> {
  let letThrough = () => {};
  const isLetThrough = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(address, async (route) => {
    await isLetThrough;
    await route.continue();
  });
  return letThrough;
}
