/** Puts the address of a block on the clipboard, and says so. */

import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { announce } from '../../ui/announce.ts';
import { copyText } from '../../ui/clipboard.ts';

export function copyBlockLink(address: string): void {
  copyText(address).then((copied) =>
    announce(copied ? tLazy().menus.blockLinkCopied : t().linkNotCopied(address)),
  );
}
