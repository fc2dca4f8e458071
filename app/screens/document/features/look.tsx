/**
 * How the document is to look, for everybody: chosen in a dialog, or by commands.
 *
 * Invariant: it is written as what one writes in the text is, and never while one only reads.
 */
import { type ReactNode, useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { iconIn, type Look } from '../../../../shared/document/look.ts';
import { readLook, writeLook } from '../../../../shared/document/look-registers.ts';
import { findEmoji, knownEmoji, loadEmoji } from '../../../editor/emoji/emoji-list.ts';
import { noteEmoji, recentEmoji } from '../../../editor/emoji/recent-emoji.ts';
import { fitTitle } from '../../../editor/title/fit-title.ts';
import { t } from '../../../i18n/i18n.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { announce } from '../../../ui/announce.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segmented } from '../../../ui/Choice.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { OptionSearch } from '../../../ui/OptionSearch.tsx';
import { useRegister } from '../use-document.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';
import styles from './look.module.css';
import { forkOf } from './suggesting.tsx';

const LIST = 'icons-to-choose';

export const look: FeatureParts = {
  Notice: Choosing,
  follow: () => {
    const title = document.querySelector<HTMLTextAreaElement>('textarea.title');
    return title ? fitTitle(title) : () => undefined;
  },
  commands: (page) => [
    {
      id: 'page-width',
      group: 'Document',
      icon: 'wider',
      isOn: () => readLook(page.written, 'width') === 'wide',
      run: (_state, dispatch) => !dispatch || toggle(page, 'width', 'wide', 'normal'),
    },
    {
      id: 'text-face',
      group: 'Document',
      icon: 'text',
      isOn: () => readLook(page.written, 'face') === 'serif',
      run: (_state, dispatch) => !dispatch || toggle(page, 'face', 'serif', 'sans'),
    },
  ],
};

/** Whether it may be changed where one writes: a suggestion with anything of it could not be kept. */
function isChangedHere(page: DocumentOnScreen): boolean {
  return page.menus.view.editable && page.written !== forkOf(page);
}

function toggle(page: DocumentOnScreen, what: Look, on: string, off: string): true {
  const { written } = page;
  if (isChangedHere(page)) writeLook(written, what, readLook(written, what) === on ? off : on);
  else announce(tLazy().pageLook.notSuggested);
  return true;
}

function Choosing({ page, isOpen, onOpen }: FeatureProps): ReactNode {
  const isAsked = isOpen && isChangedHere(page);
  useEffect(() => {
    if (!isOpen || isAsked) return;
    onOpen(false);
    announce(tLazy().pageLook.notSuggested);
  }, [isOpen, isAsked, onOpen]);
  return (
    <Dialog open={isAsked} onClose={() => onOpen(false)} title={tLazy().pageLook.title} small>
      <Choices doc={page.written} />
    </Dialog>
  );
}

function Choices({ doc }: { doc: Y.Doc }): ReactNode {
  const texts = tLazy().pageLook;
  return (
    <div className={styles.choices}>
      <IconChoice doc={doc} />
      <Segmented
        label={texts.width}
        options={[
          { value: 'normal', label: texts.normal },
          { value: 'wide', label: texts.wide },
        ]}
        value={useRegister(doc, 'width') === 'wide' ? 'wide' : 'normal'}
        onChange={(value) => writeLook(doc, 'width', value)}
      />
      <Segmented
        label={texts.face}
        options={[
          { value: 'sans', label: texts.sans },
          { value: 'serif', label: texts.serif },
        ]}
        value={useRegister(doc, 'face') === 'serif' ? 'serif' : 'sans'}
        onChange={(value) => writeLook(doc, 'face', value)}
      />
    </div>
  );
}

function IconChoice({ doc }: { doc: Y.Doc }): ReactNode {
  const icon = iconIn(useRegister(doc, 'icon'));
  const [text, setText] = useState('');
  const [known, setKnown] = useState(knownEmoji);
  useEffect(() => {
    loadEmoji().then(
      () => setKnown(knownEmoji),
      () => announce(t().tryOnline),
    );
  }, []);
  const found = findEmoji(known, text.trim().toLowerCase().replaceAll(' ', '_'), recentEmoji());
  const choose = (index: number) => {
    const chosen = found[index];
    if (!chosen) return;
    writeLook(doc, 'icon', chosen.emoji);
    noteEmoji(chosen.names[0] ?? '');
  };
  return (
    <div className={styles.icons}>
      <div className={styles.now}>
        <span className={styles.name}>{tLazy().pageLook.icon}</span>
        <span className={styles.icon}>{icon || tLazy().common.none}</span>
        <Button disabled={icon === ''} onClick={() => writeLook(doc, 'icon', '')}>
          {tLazy().common.remove}
        </Button>
      </div>
      <div className={styles.search}>
        <OptionSearch
          id={LIST}
          label={tLazy().pageLook.searchIcons}
          listLabel={tLazy().pageLook.icon}
          text={text}
          options={found.map(({ emoji, names: [name = ''] }) => ({
            id: `${LIST}-${name}`,
            label: name.replaceAll('_', ' '),
            icon: <span aria-hidden="true">{emoji}</span>,
          }))}
          count={tLazy().pageLook.found(found.length)}
          onText={setText}
          onChoose={choose}
        />
      </div>
    </div>
  );
}
