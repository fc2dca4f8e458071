/**
 * The address that links a device to a library: how it is written, and how a pasted one is read.
 *
 * Invariant: the secret stands only behind the `#`, which browsers never send to a server.
 */

import { Secret } from './ids.ts';
import { LONGEST_ADDRESS, withoutMarks } from './pasted-addresses.ts';

export const JOIN_PATH = '/join';

/** The address that links another device of the same person to a library. */
export function formatJoin(origin: string, secret: Secret): string {
  return `${origin}${JOIN_PATH}#${secret}`;
}

/** The secret of a library, out of what a person pasted: such an address, or its path. */
export function parseJoin(text: string): Secret | null {
  if (text.length > LONGEST_ADDRESS) return null;
  const match = /(?:^|[\s\p{Ps}\p{Pi}<"'])(?:https?:\/\/[^\s/?#]+)?\/join\/?#(\S+)/iu.exec(text);
  const secret = Secret.safeParse(match && withoutMarks(match[1]!));
  return secret.success ? secret.data : null;
}
