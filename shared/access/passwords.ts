/**
 * Passwords of links: what one makes of a link's secret.
 *
 * Invariant: a password is on the device that it was typed on and nowhere else.
 */
import { base64url, bytesOf, type Secret } from './ids.ts';

/** Work of one guess at a password: what OWASP asks for. It takes 128 MB, so one is made at a time. */
const PASSWORD_WORK = { N: 2 ** 17, r: 8, p: 1, dkLen: 32 };
/** What that is called where it is kept with a link. */
export const PASSWORD_KDF = 'scrypt-17';
/** Of links that were made before; their secrets still open them. */
const FORMER_PASSWORD_WORK = { ...PASSWORD_WORK, N: 2 ** 14 };
let passwordAtWork: Promise<unknown> = Promise.resolve();

/**
 * The secret that a link's own secret and a password make together. The server knows only its hash,
 * so the password never leaves the device, and whoever reads the server's database cannot try
 * passwords without the link.
 */
export function lockSecret(secret: Secret, password: string): Promise<Secret> {
  return derive(secret, password, PASSWORD_WORK);
}

/** The same as an earlier version made it. */
export function lockSecretAsBefore(secret: Secret, password: string): Promise<Secret> {
  return derive(secret, password, FORMER_PASSWORD_WORK);
}

function derive(secret: Secret, password: string, work: typeof PASSWORD_WORK): Promise<Secret> {
  const text = new TextEncoder().encode(password.normalize('NFKC'));
  const made = passwordAtWork.then(async () => {
    // Few links have a password, so this is not there from the start.
    const { scryptAsync } = await import('@noble/hashes/scrypt.js');
    return base64url(await scryptAsync(text, bytesOf(secret), work));
  });
  passwordAtWork = made.catch(() => undefined);
  return made;
}
