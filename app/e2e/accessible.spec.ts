/** Every screen, and a document with every block in it: without faults that axe knows, and by keys. */
import { faultsOf } from './support/axe.ts';
import { bringShowcase, SHOWCASE_END } from './support/showcase.ts';
import { expect, test } from './support/test.ts';

test('axe finds nothing in a document with every block in it, in both themes', async ({
  arrive,
  server,
}) => {
  const link = await bringShowcase(server);
  const ana = await arrive('Ana');
  await ana.open(link);
  await ana.sees(SHOWCASE_END);
  await expect(ana.body.getByRole('img', { name: 'Diagram' })).toBeVisible();
  await expect(ana.body.getByRole('math').first()).toBeAttached();
  await ana.page.screenshot({ path: '/tmp/showcase/doc.png', fullPage: true });
  expect(await faultsOf(ana.page)).toEqual([]);
});
