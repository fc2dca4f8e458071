/**
 * The documents of the library, found by title, to link to one of them.
 *
 * Invariant: what goes into the text is a document's id and title, never what opens it.
 */

import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { DocumentIcon } from '../../ui/icons.ts';
import { OptionList } from '../../ui/OptionList.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { tLate } from '../../words/late.ts';
import { t } from '../../words/words.ts';
import type { OtherDocument, OtherDocuments } from '../documents/other-documents.ts';
import { schema } from '../schema.ts';
import { boxOf, useFloating } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

const LIST = 'documents-to-link';
/** Whoever has more goes on typing. */
const MOST = 50;

export function DocumentChooser({
  menus,
  documents,
}: {
  menus: Menus;
  documents: OtherDocuments;
}): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'document');
  return open ? <Chooser menus={menus} documents={documents} /> : null;
}

function Chooser({ menus, documents }: { menus: Menus; documents: OtherDocuments }): ReactNode {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const found = documents.search(text).slice(0, MOST);
  const popup = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useFloating(popup, () => boxOf(menus.view, menus.state.selection.from), 'below');
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);

  const choose = (index: number) => {
    const chosen = found[index];
    if (!chosen) return;
    putLink(menus, chosen);
    menus.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) setActive((active + step + found.length) % found.length);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(active);
    else if (event.key === 'Escape' || event.key === 'Tab') menus.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={popup}
      role="dialog"
      aria-label={tLate().commands.document}
      className={styles.chooser}
      onBlur={({ relatedTarget }) => {
        if (menus.panel === 'document' && !popup.current?.contains(relatedTarget)) menus.took();
      }}
    >
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={tLate().menus.searchDocuments}
        aria-expanded={found.length > 0}
        aria-controls={LIST}
        aria-autocomplete="list"
        aria-activedescendant={found[active] ? optionId(found[active]) : undefined}
        autoComplete="off"
        placeholder={tLate().menus.searchDocuments}
        className={styles.paletteField}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
      />
      <OptionList
        id={LIST}
        label={tLate().menus.documentsToLink}
        options={found.map((each) => ({
          id: optionId(each),
          label: each.title || t().untitled,
          icon: <DocumentIcon aria-hidden="true" />,
        }))}
        active={active}
        onActive={setActive}
        onChoose={choose}
      />
      {found.length === 0 ? <p className={styles.nothing}>{tLate().menus.noDocument}</p> : null}
      <div role="status">
        <VisuallyHidden>{tLate().menus.documentCount(found.length)}</VisuallyHidden>
      </div>
    </div>
  );
}

function optionId({ docId }: OtherDocument): string {
  return `${LIST}-${docId}`;
}

function putLink({ view }: Menus, { docId, title }: OtherDocument): void {
  const { state } = view;
  const embed = { object: 'document', document: docId, title };
  const node = schema.nodes.object!.create({ embed }, null, state.selection.$from.marks());
  view.dispatch(state.tr.replaceSelectionWith(node, false).setMeta('paste', true).scrollIntoView());
}
