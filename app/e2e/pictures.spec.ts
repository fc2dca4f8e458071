/** Pictures and files: added with or without a network, seen by everyone, and harmless. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { MAX_ATTACHMENT_BYTES, MAX_FRAME_BYTES } from '../../shared/protocol/limits.ts';
import { company } from './support/company.ts';
import type { Person } from './support/person.ts';
import { expect, offlineTest, test } from './support/test.ts';

const WAITS = 'On this device only · will upload when online';

/** Puts a picture on the clipboard, as a screenshot does, and pastes it. */
async function pastePicture(person: Person, width: number, height: number): Promise<void> {
  await person.page.evaluate(
    async ([w, h]) => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: w, height: h });
      const context = canvas.getContext('2d')!;
      context.fillStyle = 'seagreen';
      context.fillRect(0, 0, w, h);
      const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!)));
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
    },
    [width, height] as const,
  );
  await person.press('ControlOrMeta+v');
}

/** Drags files from outside the browser over the text, and lets them go there. */
async function dropFiles(
  page: Page,
  files: string[],
  { x, y }: { x: number; y: number },
  before: () => Promise<void>,
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x, y, data });
  }
  await before();
  await session.send('Input.dispatchDragEvent', { type: 'drop', x, y, data });
  await session.detach();
}

/** What each picture of the body is shown as: its own size, and its words for who does not see it. */
async function showsPictures(person: Person, expected: [string, string][]): Promise<void> {
  await expect
    .poll(
      () =>
        person.body.locator('figure img:not(.ProseMirror-separator)').evaluateAll((images) =>
          images.map((image) => {
            const { naturalWidth, naturalHeight, alt } = image as HTMLImageElement;
            return [`${naturalWidth}x${naturalHeight}`, alt];
          }),
        ),
      { message: `${person.name} sees` },
    )
    .toEqual(expected);
}

offlineTest(
  'pictures that are added offline show at once and after a reload, and reach everyone later',
  async ({ arrive }, info) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('Before', 'After');
    const link = await ana.share('editor');
    const readLink = await ana.share('viewer');
    const ben = await arrive('Ben');
    await ben.open(link);
    await ben.reads(['Before', 'After']);
    await ana.isSynced();
    await ana.canComeBackOffline();
    await ana.goOffline();
    await ana.isOffline();

    await ana.putCaret({ after: 'Before' });
    await pastePicture(ana, 1200, 600);
    await showsPictures(ana, [['1200x600', '']]);
    // Whoever was at the end of a line goes on below the picture.
    await ana.type('between');
    await ana.reads(['Before', '', 'between', 'After']);

    const red = info.outputPath('red.svg');
    await writeFile(
      red,
      '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><script>fetch("/stolen")</script><rect width="90" height="60" fill="red"/></svg>',
    );
    const plan = info.outputPath('plan.txt');
    await writeFile(plan, 'one\ntwo\n');
    const after = (await ana.body.getByText('After').boundingBox())!;
    const line = ana.page.getByTestId('file-drop-line');
    await dropFiles(ana.page, [red, plan], { x: after.x + 40, y: after.y + 3 }, async () => {
      await expect(line).toBeVisible();
      const at = (await line.boundingBox())!;
      expect(Math.abs(at.y - after.y)).toBeLessThan(12);
    });
    await expect(line).toBeHidden();
    await ana.reads(['Before', '', 'between', '', '', 'After']);
    const both: [string, string][] = [
      ['1200x600', ''],
      ['90x60', ''],
    ];
    await showsPictures(ana, both);
    await expect(ana.body.getByText(WAITS)).toHaveCount(3);
    await ana.saveState.getByRole('button').click();
    await expect(ana.page.getByText('3 pictures or files on this device only')).toBeVisible();
    await ana.press('Escape');

    await ana.isSaved();
    await ana.page.reload();
    await showsPictures(ana, both);
    await expect(ana.body.getByText(WAITS)).toHaveCount(3);

    // By keys alone: the picture is selected, made narrower, and described.
    await ana.putCaret({ before: 'between' });
    await ana.press('Escape');
    await ana.press('ArrowUp');
    const wide = (await ana.body.locator('img').first().boundingBox())!.width;
    await ana.press('Alt+Shift+ArrowLeft');
    await ana.press('Alt+Shift+ArrowLeft');
    await expect
      .poll(async () => (await ana.body.locator('img').first().boundingBox())!.width)
      .toBeCloseTo(wide - 80, 0);
    const words = ana.page.getByRole('textbox', { name: 'What the picture shows' });
    const describePicture = async () => {
      await ana.press('ControlOrMeta+k');
      await ana.type('describe pic');
      await ana.press('Enter');
      await expect(words).toBeFocused();
    };
    await describePicture();
    await ana.type('A field');
    await ana.press('Enter');
    await expect(ana.body.getByRole('img', { name: 'A field' })).toBeVisible();
    // It is as good to go elsewhere.
    await describePicture();
    await words.fill('A green field');
    await ana.title.click();
    await expect(words).toBeHidden();
    await expect(ana.body.getByRole('img', { name: 'A green field' })).toBeVisible();

    await ana.goOnline();
    await ana.isSynced();
    await expect(ana.body.getByText(WAITS)).toHaveCount(0);
    const described: [string, string][] = [
      ['1200x600', 'A green field'],
      ['90x60', ''],
    ];
    await showsPictures(ben, described);
    expect((await ben.body.locator('img').first().boundingBox())!.width).toBeCloseTo(wide - 80, 0);

    // Who may only read sees them, too, and can save the file, but add nothing.
    const eva = await arrive('Eva');
    await eva.open(readLink);
    await showsPictures(eva, described);
    const saving = eva.page.waitForEvent('download');
    await eva.body.getByRole('button', { name: 'Download plan.txt' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toBe('plan.txt');
    await eva.body.getByText('After').click();
    await pastePicture(eva, 30, 30);
    await showsPictures(eva, described);
    // And without a network what was seen once is there.
    await eva.canComeBackOffline();
    await eva.goOffline();
    await eva.page.reload();
    await showsPictures(eva, described);
    for (const person of [ana, ben, eva]) {
      const told = person.complaints.filter((text) => /content security policy/i.test(text));
      expect(told, `${person.name}'s browser`).toEqual([]);
    }
  },
);

offlineTest(
  'a picture that the device has no room for is not called saved, and is sent once there is a network',
  async ({ arrive }) => {
    const ana = await arrive('Ana');
    await ana.openLibrary();
    await ana.newDocument('Before');
    await ana.isSynced();
    await ana.goOffline();
    await ana.isOffline();
    await ana.page.evaluate(() => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, value: unknown, ...key) {
        if (value instanceof Blob) throw new DOMException('No room.', 'QuotaExceededError');
        return put.call(this, value, ...key);
      };
    });
    await ana.putCaret({ after: 'Before' });
    await pastePicture(ana, 120, 60);
    await showsPictures(ana, [['120x60', '']]);
    await expect(ana.saveState).toHaveAttribute('data-device', 'failed');
    await expect(ana.saveState).toContainText('Not saved');
    await ana.saveState.getByRole('button').click();
    await expect(ana.page.getByText('1 picture or file is not kept here')).toBeVisible();
    await ana.press('Escape');
    const asked = ana.page.waitForEvent('dialog');
    await ana.page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await ana.goOnline();
    await ana.isSynced();
    const closed = ana.page.waitForEvent('close');
    await ana.page.close({ runBeforeUnload: true });
    await closed;
  },
);

test('pictures come by `/`, in HTML and from another document; what is too large is refused in words', async ({
  arrive,
}, info) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument();
  await ana.body.click();
  const huge = info.outputPath('huge.bin');
  await writeFile(huge, Buffer.alloc(MAX_ATTACHMENT_BYTES + 1));
  const dot = info.outputPath('dot.png');
  const DOT =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await writeFile(dot, Buffer.from(DOT, 'base64'));

  // Some time before: a browser is told a moment later that somebody waits for it.
  const choosing = ana.page.waitForEvent('filechooser');
  await ana.type('/pict');
  await expect(ana.page.getByRole('option', { name: 'Picture' })).toBeVisible();
  await ana.press('Enter');
  await (await choosing).setFiles([dot, huge]);
  await showsPictures(ana, [['1x1', '']]);
  const alert = ana.page.getByRole('alert');
  await expect(alert).toContainText(
    '“huge.bin” is too large: a picture or file can have up to 25 MB',
  );
  await alert.getByRole('button', { name: 'Close' }).click();
  await expect(alert).toBeHidden();
  await ana.reads(['', '']);

  // The caret is in the line that the `/` was typed in, behind the picture. What is pasted has a
  // picture within it that is larger than what may be sent at once.
  await ana.type('Web');
  const large = Buffer.concat([Buffer.from(DOT, 'base64'), Buffer.alloc(MAX_FRAME_BYTES)]);
  await ana.page.evaluate(async (data) => {
    const html = `<p>from <b>elsewhere</b></p><p><img alt="Dot" src="data:image/png;base64,${data}"></p>`;
    const items = { 'text/html': new Blob([html], { type: 'text/html' }) };
    await navigator.clipboard.write([new ClipboardItem(items)]);
  }, large.toString('base64'));
  await ana.press('Enter');
  await ana.press('ControlOrMeta+v');
  await showsPictures(ana, [
    ['1x1', ''],
    ['1x1', 'Dot'],
  ]);
  await ana.sees('from elsewhere');
  await ana.isSynced();

  // To another document: the picture goes along, also to those who only have that one.
  await ana.press('ControlOrMeta+a');
  await ana.press('ControlOrMeta+c');
  await ana.goBack();
  await ana.newDocument();
  await ana.body.click();
  await ana.press('ControlOrMeta+v');
  const copied: [string, string][] = [
    ['1x1', ''],
    ['1x1', 'Dot'],
  ];
  await showsPictures(ana, copied);
  await ana.isSynced();
  const ben = await arrive('Ben');
  await ben.open(await ana.share('viewer'));
  await showsPictures(ben, copied);
});

/** A picture of one colour. */
async function pictureOf({ page }: Person, name: string) {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 40, height: 30 });
    canvas.getContext('2d')!.fillRect(0, 0, 40, 30);
    const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!)));
    return [...new Uint8Array(await blob.arrayBuffer())];
  });
  return { name, mimeType: 'image/png', buffer: Buffer.from(bytes) };
}

offlineTest(
  'a picture that is shown without a network by whoever may only comment is seen by readers',
  async ({ arrive }) => {
    const [ana, ben, cleo] = await company(arrive, ['Bring a coat'], ['commenter', 'viewer']);
    await ben.isSynced();
    await ben.goOffline();
    await ben.page.getByText('Bring a coat').dblclick({ position: { x: 50, y: 8 } });
    await ben.press('ControlOrMeta+Alt+m');
    const panelOf = ({ page }: Person) => page.getByRole('complementary', { name: 'Comments' });
    const field = panelOf(ben).getByRole('textbox', { name: 'Comment' });
    await expect(field).toBeFocused();
    await ben.type('This one? ');
    const choosing = ben.page.waitForEvent('filechooser');
    await panelOf(ben).getByRole('button', { name: 'Add a picture' }).click();
    // What is no picture is refused by its name, and nothing comes of it.
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') };
    await (await choosing).setFiles([notes, await pictureOf(ben, 'coat.png')]);
    await expect(field.getByRole('img', { name: 'coat.png' })).toBeVisible();
    await expect(ben.page.getByText('notes.txt')).toBeVisible();
    await field.focus();
    await ben.press('ControlOrMeta+Enter');
    const pictureIn = (person: Person) =>
      panelOf(person).getByRole('article').getByRole('img', { name: 'coat.png' });
    await expect(pictureIn(ben)).toBeVisible();
    await ben.goOnline();
    await ben.isSynced();
    for (const person of [ana, cleo]) {
      await person.body.locator('[data-thread]').first().click();
      await expect
        .poll(() => pictureIn(person).evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(40);
    }
  },
);

test('what one types for a picture, or as a formula, stays there where one leaves it for a picture', async ({
  arrive,
}) => {
  const ana = await arrive('Ana');
  await ana.openLibrary();
  await ana.newDocument('words');
  const { page } = ana;
  await pastePicture(ana, 60, 40);
  const images = ana.body.locator('figure img:not(.ProseMirror-separator)');
  await expect(images).toHaveCount(1);
  await ana.press('ControlOrMeta+End');
  await ana.press('ControlOrMeta+Enter');
  await pastePicture(ana, 60, 40);
  await expect(images).toHaveCount(2);
  const words = page.getByRole('textbox', { name: 'What the picture shows' });
  const describePicture = async (at: number) => {
    await images.nth(at).click();
    await ana.press('ControlOrMeta+k');
    await ana.type('describe pic');
    await ana.press('Enter');
    await expect(words).toBeFocused();
  };
  await describePicture(0);
  await words.fill('the first');
  await ana.press('Enter');
  await describePicture(1);
  await words.fill('the second');
  await images.nth(0).click();
  await expect(words).toBeHidden();
  await showsPictures(ana, [
    ['60x40', 'the first'],
    ['60x40', 'the second'],
  ]);

  await ana.putCaret({ after: 'words' });
  await ana.type(' /inl');
  await ana.press('Enter');
  await expect(page.getByRole('textbox', { name: /TeX/ })).toBeFocused();
  await page.keyboard.type('y_1');
  await images.nth(1).click();
  await expect(ana.body.getByRole('math')).toHaveText(/y1/);
  await expect(images).toHaveCount(2);
});
