/** The body as kinds, depths and texts of its blocks, as a person sees them. */
import { expect, type Locator } from '@playwright/test';
import type { Person } from './person.ts';

/** Each block as kind, depth and text: `heading2 Plan`, `bullet+1 inner`, `task [x] done`. */
export async function blocks(person: Person): Promise<string[]> {
  return person.body.evaluate((body) =>
    [...body.children].map((element) => {
      const block = element as HTMLElement;
      const level = /^H(\d)$/.exec(block.tagName)?.[1];
      const named = [...block.classList].find((name) =>
        ['bullet', 'ordered', 'task', 'toggle', 'divider', 'unknown'].includes(name),
      );
      const kind = level
        ? `heading${level}`
        : (named ?? { P: 'text', BLOCKQUOTE: 'quote', PRE: 'code' }[block.tagName]);
      const depth = block.dataset.depth ? `+${block.dataset.depth}` : '';
      const checked = block.dataset.checked === 'true' ? ' [x]' : '';
      const text = block.cloneNode(true) as HTMLElement;
      for (const beside of text.querySelectorAll('[contenteditable="false"]')) beside.remove();
      return `${kind}${depth}${checked} ${text.textContent}`.trim();
    }),
  );
}

export async function hasBlocks(person: Person, expected: string[]): Promise<void> {
  await expect.poll(() => blocks(person), { message: `${person.name} has` }).toEqual(expected);
}

export function blockWith(person: Person, text: string): Locator {
  return person.body.locator(':scope > *').filter({ hasText: text });
}

/** The handle in the margin, at the block with a text, as someone who points there gets it. */
export async function handleOf(person: Person, text: string): Promise<Locator> {
  const handle = person.page.getByRole('button', { name: 'Move block' });
  const block = blockWith(person, text);
  await expect(async () => {
    await block.hover();
    const [at, line] = await Promise.all([handle.boundingBox(), block.boundingBox()]);
    expect(at && line && at.y + at.height / 2 > line.y && at.y < line.y + line.height).toBe(true);
  }).toPass();
  return handle;
}

/**
 * Chooses in the menu of a block's handle. A menu that is still coming in may be on its way to the other
 * side of the handle; a person presses what stands still, and does not scroll to it.
 */
export async function chooseForBlock(
  person: Person,
  text: string,
  ...names: string[]
): Promise<void> {
  await (await handleOf(person, text)).click();
  for (const name of names) {
    const item = person.page.getByRole('menuitem', { name });
    await expect(item).toBeInViewport({ ratio: 1 });
    await item.evaluate((element) =>
      Promise.all(
        (element.closest('[role="menu"]') ?? element)
          .getAnimations()
          .map(({ finished }) => finished),
      ),
    );
    await item.click();
  }
}

/** Drags a block by its handle to just before or behind another, `deeper` by so many steps. */
export async function dragBlock(
  person: Person,
  text: string,
  where: { before: string } | { behind: string },
  deeper = 0,
): Promise<void> {
  const { mouse } = person.page;
  const from = (await (await handleOf(person, text)).boundingBox())!;
  const x = from.x + from.width / 2;
  const y = from.y + from.height / 2;
  await mouse.move(x, y);
  await mouse.down();
  await mouse.move(x, y + 10);
  const before = 'before' in where;
  const to = (await blockWith(person, before ? where.before : where.behind).boundingBox())!;
  await mouse.move(x + deeper * 24, before ? to.y + 3 : to.y + to.height - 3, { steps: 4 });
  await mouse.up();
}
