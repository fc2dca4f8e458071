/** The main job on real input: a long document that someone else wrote, written in together. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import type { Person } from './support/person.ts';
import { expect, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

const README = join(import.meta.dirname, '..', '..', 'node_modules', 'yjs', 'README.md');

/** Texts of the file: its first sentence, the one after it, and its last heading. */
const PLACES = {
  start: 'Yjs is a',
  network: 'network agnostic',
  end: 'License and Author',
};

test('a long README is imported, written in live and apart, and reads the same for both', async ({
  arrive,
}) => {
  test.slow();
  const source = await readFile(README, 'utf8');
  expect(source.split('\n').length).toBeGreaterThan(500);
  const ana = await arrive('Ana');
  await ana.openLibrary();
  const chooser = ana.page.waitForEvent('filechooser');
  await ana.page.getByRole('button', { name: 'Import' }).click();
  await (await chooser).setFiles(README);
  await expect(ana.body).toBeEditable();
  await ana.sees(PLACES.start, PLACES.end);
  await ana.isSynced();
  const before = await ana.lines();
  expect(before.length).toBeGreaterThan(200);

  const ben = await arrive('Ben');
  await ben.open(await ana.share('editor'));
  await ben.reads(before);

  // Live, in two places at once.
  await ana.putCaret({ after: PLACES.start });
  await ben.putCaret({ after: PLACES.network });
  await Promise.all([ana.type(' (Ana was here)'), ben.type(' (Ben was here)')]);
  await ana.sees('(Ana was here)', '(Ben was here)');
  await ben.sees('(Ana was here)', '(Ben was here)');
  await same(ana, ben);

  // Apart, in the same paragraph.
  await Promise.all([ana.isSynced(), ben.isSynced()]);
  await Promise.all([ana.goOffline(), ben.goOffline()]);
  await ana.putCaret({ after: '(Ana was here)' });
  await ana.press('Enter');
  await ana.type('Ana split it here. ');
  await ben.putCaret({ before: PLACES.start });
  await ben.type('Ben wrote before it. ');
  await ben.putCaret({ after: '(Ben was here)' });
  await ben.type(' Ben wrote behind it.');
  await Promise.all([ana.goOnline(), ben.goOnline()]);
  await ana.sees('Ben wrote before it.', 'Ben wrote behind it.');
  await ben.sees('Ana split it here.');
  await Promise.all([ana.isSynced(), ben.isSynced()]);
  await same(ana, ben);

  const after = await ana.lines();
  const words = after.join('\n');
  for (const phrase of [
    '(Ana was here)',
    '(Ben was here)',
    'Ana split it here.',
    'Ben wrote before it.',
    'Ben wrote behind it.',
  ]) {
    expect(words.split(phrase).length - 1, `"${phrase}" stands once`).toBe(1);
  }
  expect(after).toHaveLength(before.length + 1);
  // Nothing else has changed.
  const untouched = before.filter((line) => after.includes(line));
  expect(before.length - untouched.length).toBeLessThanOrEqual(2);
});

async function same(ana: Person, ben: Person): Promise<void> {
  await expect
    .poll(async () => (await ben.lines()).join('\n'))
    .toBe((await ana.lines()).join('\n'));
}

test('files come in together, and everything goes out as one archive, also without a network', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  const chooser = ana.page.waitForEvent('filechooser');
  await ana.page.getByRole('button', { name: 'Import' }).click();
  const file = (name: string, text: string) => ({
    name,
    mimeType: 'text/markdown',
    buffer: Buffer.from(text),
  });
  await (await chooser).setFiles([
    file('rota.md', '# Rota\n\nBen brings the boat\n'),
    file('empty.md', ''),
    file('Old plans.md', 'Nobody needs this\n'),
  ]);
  await expect(ana.page.getByText('“empty.md” is empty.')).toBeVisible();
  await expect(ana.page.getByText('2 documents imported')).toBeVisible();
  await ana.page.getByRole('button', { name: 'Actions for Old plans' }).click();
  await ana.page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await ana.goOffline();
  await ana.page.getByRole('link', { name: 'Settings' }).click();
  const arriving = ana.page.waitForEvent('download');
  await ana.page.getByRole('button', { name: 'Export everything' }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^Driftless \d{4}-\d\d-\d\d\.zip$/);
  await expect(ana.page.getByText('2 documents exported.')).toBeVisible();
  const archive = await readFile(await download.path());
  const { 'driftless.json': list, ...files } = unzipSync(archive);
  expect(strFromU8(list!)).not.toContain('secret');
  expect(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strFromU8(text)])),
  ).toEqual({
    'Rota.md': '# Rota\n\nBen brings the boat\n',
    'Trash/Old plans.md': '# Old plans\n\nNobody needs this\n',
  });

  // Somebody with nothing at all restores it, twice, and brings a text with its picture.
  const ben = await arrive('Ben');
  await ben.openLibrary();
  const bring = async (...chosen: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const choosing = ben.page.waitForEvent('filechooser');
    await ben.page.getByRole('button', { name: 'Import' }).click();
    await (await choosing).setFiles(chosen);
  };
  const backup = { name: 'backup.zip', mimeType: 'application/zip', buffer: archive };
  await bring(backup);
  await expect(ben.page.getByText('2 documents imported')).toBeVisible();
  await expect(ben.documents.getByRole('listitem')).toHaveCount(1);
  await bring(backup);
  await expect(ben.page.getByText('2 documents were still here')).toBeVisible();
  await expect(ben.documents.getByRole('listitem')).toHaveCount(1);
  await bring({ ...backup, name: 'broken.zip', buffer: Buffer.from('PK no archive') });
  await expect(ben.page.getByText('“broken.zip” is not an archive')).toBeVisible();
  await ben.page.getByRole('link', { name: /^Trash/ }).click();
  await expect(ben.page.getByText('Old plans')).toBeVisible();
  await ben.openLibrary();
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await bring(file('note.md', '# Note\n\n![the plan](plan.png)\n\nbehind\n'), {
    name: 'plan.png',
    mimeType: 'image/png',
    buffer: Buffer.from(png, 'base64'),
  });
  await ben.sees('behind');
  await expect(ben.body.getByRole('img', { name: 'the plan' })).toHaveJSProperty('naturalWidth', 1);
  await ben.isSynced();
});
