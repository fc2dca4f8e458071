/** Keyboards on glass, as they were recorded on devices: one writes alone, then with another. */
import { devices } from '@playwright/test';
import { ANDROID, IOS } from '../testing/keyboards/recordings.ts';
import { Keyboard } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

/** How many steps there are to take back at the most. */
const STEPS = 120;

const SYSTEMS = {
  Android: { device: devices['Pixel 7'], recordings: ANDROID },
  iOS: { device: devices['iPhone 14'], recordings: IOS },
} as const;

for (const system of ['Android', 'iOS'] as const) {
  test(`what keyboards of ${system} do is what is meant`, async ({ arrive }) => {
    const { recordings, device } = SYSTEMS[system];
    const { defaultBrowserType: _, ...phone } = device;
    const ana = await arrive('Ana', phone);
    const keyboard = await Keyboard.of(ana, system);
    await ana.openLibrary();
    await ana.newDocument();
    await ana.body.click();
    const toolbar = ana.page.getByRole('toolbar', { name: 'Formatting' });
    await expect(toolbar).toBeVisible();

    const written: string[] = [];
    for (const [index, { name, calls, reads }] of recordings.entries()) {
      if (index > 0) await keyboard.play({ key: 'Enter' });
      for (const call of calls) await keyboard.play(call);
      written.push(...reads);
      await expect.poll(() => ana.lines(), { message: name }).toEqual(written);
    }
    await expect(ana.body.locator('a').first()).toHaveAttribute('href', /example\.org$/);

    // All of it is taken back and done again.
    for (let step = 0; step < STEPS && (await ana.lines()).join('') !== ''; step++)
      await ana.press('ControlOrMeta+z');
    await ana.reads(['']);
    const undone = ana.page.getByRole('button', { name: 'Redo' });
    for (let step = 0; step < STEPS && (await undone.isEnabled()); step++)
      await ana.press('ControlOrMeta+Shift+z');
    await ana.reads(written);

    // Somebody else writes at the beginning of the line meanwhile.
    const ben = await arrive('Ben');
    await ben.open(await ana.share('editor'));
    await ana.body.focus();
    await ana.press('ControlOrMeta+End');
    await keyboard.play({ key: 'Enter' });
    await keyboard.play({ insert: '|' });
    await ben.putCaret({ before: '|' });
    let line = '|';
    let beside = '';
    for (const { calls, reads } of recordings.slice(1)) {
      if (reads.length > 1) continue;
      for (const call of calls) {
        await keyboard.play(call);
        await ben.type('b');
        beside += 'b';
      }
      line += reads[0]!;
    }
    await ana.reads([...written, beside + line]);
    await ben.reads([...written, beside + line]);
    await keyboard.play({ insert: '!' });
    await ben.reads([...written, `${beside}${line}!`]);

    // Letters go one by one while somebody else writes.
    for (const letter of 'beside')
      await Promise.all([keyboard.play({ key: 'Backspace' }), ben.type(letter)]);
    const left = `${beside}beside${line}`.slice(0, -5);
    await ana.reads([...written, left]);
    await ben.reads([...written, left]);
  });
}
