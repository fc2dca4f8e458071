/** Puts the address of a block on the clipboard, and says so. */
import { announce } from '../../ui/announce.ts';
import { copyText } from '../../ui/clipboard.ts';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';

export function copyBlockLink(address: string): void {
  copyText(address).then((copied) =>
    announce(copied ? tLate().menus.blockLinkCopied : t().linkNotCopied(address)),
  );
}
