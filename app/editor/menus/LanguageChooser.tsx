/**
 * The languages that a block of code can be in, found by typing.
 *
 * Invariant: it is about the block that had the caret when it opened, wherever others move it; a name
 * that is not in the list can be given all the same.
 */
import { type ReactNode, useState } from 'react';
import { OptionSearch } from '../../ui/OptionSearch.tsx';
import { LANGUAGE_BUTTON } from '../code/code-view.ts';
import { LANGUAGES, languageLabel, languageOf, withLanguage } from '../code/languages.ts';
import { blockStart, selectedBlocks } from '../commands.ts';
import { schema } from '../schema.ts';
import { FloatingChooser } from './FloatingPanel.tsx';
import type { Menus } from './menus.ts';
import { search } from './search.ts';
import { useMenus } from './use-menus.ts';

const LIST = 'languages';
const PLAIN = { id: '', label: 'Plain text', words: 'none' };
const ALL = [PLAIN, ...LANGUAGES.map(({ id, label, aliases }) => ({ id, label, words: aliases }))];

export function LanguageChooser({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'language');
  return open ? <Chooser menus={menus} /> : null;
}

function Chooser({ menus }: { menus: Menus }): ReactNode {
  const [block] = useState(() => {
    const { doc } = menus.state;
    const { id, language } = doc.child(selectedBlocks(menus.state).from).attrs;
    return { id: id as string, language: language as string };
  });
  const now = languageOf(block.language)?.id ?? block.language;
  const [text, setText] = useState('');
  const found = choices(text);
  const choose = (index: number) => {
    const choice = found[index];
    if (!choice) return;
    const at = positionOf(menus, block.id);
    menus.close();
    if (at === null) return;
    const { view } = menus;
    const language = withLanguage(block.language, choice.id);
    view.dispatch(view.state.tr.setNodeAttribute(at, 'language', language));
  };
  return (
    <FloatingChooser
      menus={menus}
      panel="language"
      label="Language"
      box={() => buttonOf(menus, block.id)?.getBoundingClientRect() ?? null}
    >
      <OptionSearch
        id={LIST}
        label="Search languages"
        listLabel="Languages"
        text={text}
        options={found.map(({ id, label }) => ({ id: `${LIST}-${id || 'plain'}`, label }))}
        count={found.length === 1 ? '1 language' : `${found.length} languages`}
        first={Math.max(
          ALL.findIndex(({ id }) => id === now),
          0,
        )}
        onText={setText}
        onChoose={choose}
        onLeave={menus.close}
      />
    </FloatingChooser>
  );
}

/** What fits the text; where nothing is called just that, also the text itself. */
function choices(text: string): { id: string; label: string }[] {
  const found = search(ALL, text);
  const name = text.trim().toLowerCase();
  const isName = /^[\w+#.-]{1,32}$/.test(name) && !languageOf(name);
  return isName ? [...found, { id: name, label: `Other: ${languageLabel(name)}` }] : found;
}

function positionOf({ state }: Menus, id: string): number | null {
  const index = state.doc.children.findIndex(
    (block) => block.attrs.id === id && block.type === schema.nodes.codeBlock,
  );
  return index < 0 ? null : blockStart(state.doc, index);
}

function buttonOf(menus: Menus, id: string): Element | null {
  const at = positionOf(menus, id);
  const element = at === null ? null : menus.view.nodeDOM(at);
  return element instanceof Element ? element.querySelector(LANGUAGE_BUTTON) : null;
}
