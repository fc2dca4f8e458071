/**
 * The documents of the library, found by title, to link to one of them.
 *
 * Invariant: what goes into the text is a document's id and title, never what opens it.
 */

import { type ReactNode, useState } from 'react';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { DocumentIcon } from '../../ui/icons.ts';
import { OptionSearch } from '../../ui/OptionSearch.tsx';
import type { OtherDocument, OtherDocuments } from '../documents/other-documents.ts';
import { schema } from '../schema.ts';
import { FloatingChooser } from './FloatingPanel.tsx';
import { boxOf } from './floating.ts';
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
  const found = documents.search(text).slice(0, MOST);
  const choose = (index: number) => {
    const chosen = found[index];
    if (!chosen) return;
    putLink(menus, chosen);
    menus.close();
  };
  return (
    <FloatingChooser
      menus={menus}
      panel="document"
      label={tLazy().commands.document}
      box={() => boxOf(menus.view, menus.state.selection.from)}
    >
      <OptionSearch
        id={LIST}
        label={tLazy().menus.searchDocuments}
        listLabel={tLazy().menus.documentsToLink}
        text={text}
        options={found.map(({ docId, title, icon }) => ({
          id: `${LIST}-${docId}`,
          label: title || t().untitled,
          icon: icon ? <span aria-hidden="true">{icon}</span> : <DocumentIcon aria-hidden="true" />,
        }))}
        count={tLazy().menus.documentCount(found.length)}
        nothing={tLazy().menus.noDocument}
        onText={setText}
        onChoose={choose}
        onLeave={menus.close}
      />
    </FloatingChooser>
  );
}

function putLink({ view }: Menus, { docId, title }: OtherDocument): void {
  const { state } = view;
  const embed = { object: 'document', document: docId, title };
  const node = schema.nodes.object!.create({ embed }, null, state.selection.$from.marks());
  view.dispatch(state.tr.replaceSelectionWith(node, false).setMeta('paste', true).scrollIntoView());
}
