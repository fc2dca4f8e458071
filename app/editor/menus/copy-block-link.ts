/** Puts the address of a block on the clipboard, and says so. */
import { announce } from '../../ui/announce.ts';
import { copyText } from '../../ui/clipboard.ts';

export function copyBlockLink(address: string): void {
  copyText(address).then((copied) =>
    announce(copied ? 'Link to the block copied' : `The link could not be copied: ${address}`),
  );
}
