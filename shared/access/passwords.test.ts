/** What is made of a password never changes: the server knows its hash, and nothing else opens a link. */
import { expect, test } from 'vitest';
import { lockSecret, lockSecretAsBefore } from './passwords.ts';

const SECRET = 'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA';
const PASSWORD = 'Straße \uFB01n 7';

// Made by Node's own scrypt, of the password in NFKC.
test('a password makes what it has always made', async () => {
  expect(await lockSecret(SECRET, PASSWORD)).toBe('PmU-fQRBP-d8jxV_5_ZLIAQqiYv9pkg3EFI21GwI6sU');
});

test('and what it made in earlier versions', async () => {
  const before = 'qj9NZl-O2TluNAbVa3v-ENdzsme4qEK9-3YuZLXKUO0';
  expect(await lockSecretAsBefore(SECRET, PASSWORD)).toBe(before);
  // However the letters were typed.
  expect(await lockSecretAsBefore(SECRET, 'Straße fin 7')).toBe(before);
});
