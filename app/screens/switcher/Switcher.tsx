/**
 * One list to get anywhere from anywhere, by Mod+K: documents by title and by text, then commands,
 * then a new document of that name. What was opened last is there before anything is typed.
 *
 * Invariant: a command runs on the selection as it was, with the focus back in the text; where there
 * is no text, its commands are not offered.
 */
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { documentPath, formatBlockAddress } from '../../../shared/access/addresses.ts';
import { clip } from '../../../shared/document/text.ts';
import { MAX_TITLE_LENGTH } from '../../../shared/protocol/limits.ts';
import { foldCase } from '../../../shared/text/fold-case.ts';
import type { EditorCommand } from '../../editor/commands/command.ts';
import { CommandIconOf } from '../../editor/menus/command-icons.tsx';
import { searchable } from '../../editor/menus/command-names.ts';
import type { Menus } from '../../editor/menus/menus.ts';
import { type Searchable, search } from '../../editor/menus/search.ts';
import { onShownMenus, shownMenus } from '../../editor/menus/shown-menus.ts';
import type { Typed } from '../../editor/menus/typed-ahead.ts';
import { enLazy } from '../../i18n/en-lazy.ts';
import { t } from '../../i18n/i18n.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { DocumentMark } from '../../library/DocumentMark.tsx';
import { useLibrary } from '../../library/library-store.ts';
import { SHARED_PATH, TRASH_PATH } from '../../library/view.ts';
import { startSearch } from '../../search/search.ts';
import { useSearch } from '../../search/use-search.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DocumentIcon, NewIcon, PeopleIcon, SettingsIcon, TrashIcon } from '../../ui/icons.ts';
import { navigate, useAddress } from '../../ui/navigation.tsx';
import type { Option } from '../../ui/OptionList.tsx';
import { OptionSearch } from '../../ui/OptionSearch.tsx';
import { startDocument } from '../document/start-document.ts';
import { LIBRARY_PATH, readRoute, SETTINGS_PATH } from '../routes.ts';
import { onAskedByPress } from './ask-for-switcher.ts';
import { asksForSwitcher, takeOver } from './asked-early.ts';
import { findDocuments, reachable } from './found.ts';
import { makeReady } from './make-ready.ts';

const LIST = 'commands';

interface Offer {
  option: Option;
  choose: () => void;
  /** Told when Enter would take it. */
  expect?: () => void;
}

export function Switcher(): ReactNode {
  const menus = useSyncExternalStore(onShownMenus, shownMenus);
  const isAsked = useSyncExternalStore(
    menus?.subscribe ?? NOTHING_CHANGES,
    () => menus?.panel === 'palette',
  );
  const [isOpenAlone, setOpenAlone] = useState(false);
  const [typedEarly, setTypedEarly] = useState<Typed | null>(null);
  useEffect(() => {
    const early = takeOver();
    if (early) {
      setTypedEarly(early);
      setOpenAlone(true);
    }
    const listen = (event: KeyboardEvent) => {
      if (!asksForSwitcher(event)) return;
      event.preventDefault();
      setOpenAlone(true);
    };
    addEventListener('keydown', listen);
    const stop = onAskedByPress(() => {
      const here = shownMenus();
      if (here) here.open('palette');
      else setOpenAlone(true);
    });
    return () => {
      removeEventListener('keydown', listen);
      stop();
    };
  }, []);
  const open = isAsked || (isOpenAlone && menus === null);
  const close = () => {
    setOpenAlone(false);
    setTypedEarly(null);
    if (isAsked) menus?.close();
  };
  return (
    <Dialog
      open={open}
      onClose={close}
      title={tLazy().commands.palette}
      {...(menus ? { returnFocus: menus.focusLeft } : {})}
    >
      {open ? <Offers menus={menus} typed={typedEarly} onClose={close} /> : null}
    </Dialog>
  );
}

const NOTHING_CHANGES = () => () => {};

function Offers({
  menus,
  typed: early,
  onClose,
}: {
  menus: Menus | null;
  typed: Typed | null;
  onClose: () => void;
}): ReactNode {
  const [text, setText] = useState(early?.text ?? '');
  const [entered, setEntered] = useState(early?.entered ?? false);
  // The field has the focus now; what was typed while it was on its way belongs into it.
  useLayoutEffect(() => {
    const typed = menus?.typedAhead.drain();
    if (!typed) return;
    setText(typed.text);
    setEntered(typed.entered);
  }, [menus]);
  const { documents, isSearching } = useDocuments(text, onClose);
  const [commands] = useState(() => (menus ? offeredBy(menus).map(searchable) : []));
  const query = text.trim();
  const ranked = search<Command>([...commands, ...placesToGo()], text).map((command) =>
    offerOf(command, query === '', menus, onClose),
  );
  // What is found in a text a moment later is not to be begun anew, nor is what a command is called.
  const isNamed = ranked.some(({ option }) => foldCase(option.label) === foldCase(query));
  const beginning = useBeginning(isSearching || isNamed ? '' : query, onClose);
  const offers: Offer[] = [...documents, ...ranked, ...beginning];
  const choose = (index: number) => {
    const offer = offers[index];
    if (offer) offer.choose();
    else setEntered(isSearching);
  };
  const isThere = offers.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Enter came before there was anything to take
  useEffect(() => {
    if (entered && isThere) choose(0);
  }, [entered, isThere]);
  return (
    <OptionSearch
      id={LIST}
      label={tLazy().menus.searchCommands}
      hint={tLazy().switcher.hint}
      listLabel={tLazy().menus.commands}
      text={text}
      options={offers.map(({ option }) => option)}
      count={[
        tLazy().menus.documentCount(documents.length),
        tLazy().menus.commandCount(ranked.length),
      ].join(', ')}
      onText={(typed) => {
        setEntered(false);
        setText(typed);
      }}
      onChoose={choose}
      onActive={(index) => offers[index]?.expect?.()}
    />
  );
}

/** Documents to go to. */
function useDocuments(
  text: string,
  onClose: () => void,
): { documents: Offer[]; isSearching: boolean } {
  const { entries, ready } = useLibrary();
  const route = readRoute(useAddress());
  const openNow = route.screen === 'document' ? route.docId : null;
  const there = useMemo(() => reachable(entries, openNow), [entries, openNow]);
  const elsewhere = useMemo(() => {
    const shown = new Set(there);
    return entries.filter((entry) => !shown.has(entry)).map(({ docId }) => docId);
  }, [entries, there]);
  // Of an empty library that is still being read the search would forget all it knows.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read while it is open says so itself
  useEffect(() => {
    if (ready) startSearch(entries);
  }, [ready]);
  const query = text.trim();
  const searched = useSearch(query, elsewhere);
  const inTexts = searched?.query === query ? searched.results : [];
  const documents = findDocuments(there, query, inTexts).map(({ entry, excerpt }) => ({
    option: {
      id: `${LIST}-${entry.docId}`,
      label: entry.title.trim() || t().untitled,
      icon: <DocumentMark icon={entry.icon} />,
      group: query === '' ? tLazy().switcher.recent : tLazy().library.documents,
      ...(excerpt ? { note: excerpt.text } : {}),
    },
    choose: () => {
      onClose();
      navigate(
        excerpt ? formatBlockAddress('', entry.docId, excerpt.block) : documentPath(entry.docId),
      );
    },
    expect: () => makeReady(entry.docId),
  }));
  return { documents, isSearching: query !== '' && searched?.query !== query };
}

/** A document of that name, last of all. */
function useBeginning(query: string, onClose: () => void): Offer[] {
  const { doc, ready } = useLibrary();
  if (query === '' || !ready) return [];
  const title = clip(query, MAX_TITLE_LENGTH);
  return [
    {
      option: {
        id: `${LIST}-begin`,
        label: tLazy().switcher.begin(title),
        icon: <NewIcon aria-hidden="true" />,
        group: tLazy().library.newDocument,
        yields: true,
      },
      choose: () => {
        onClose();
        navigate(documentPath(startDocument(doc, { kind: 'written', title })));
      },
    },
  ];
}

/** A command of the text, or a place to go to. */
type Command = Searchable & (EditorCommand | { id: string; path: string; icon: ReactNode });

function offerOf(
  command: Command,
  isGrouped: boolean,
  menus: Menus | null,
  onClose: () => void,
): Offer {
  const { id, label } = command;
  if ('path' in command) {
    return {
      option: { id: `${LIST}-${id}`, label, icon: command.icon, group: groupOf() },
      choose: () => {
        onClose();
        navigate(command.path);
      },
    };
  }
  const { icon, keys, group } = command;
  return {
    option: {
      id: `${LIST}-${id}`,
      label,
      icon: <CommandIconOf icon={icon} />,
      shortcut: keys?.[0],
      group: isGrouped ? tLazy().groups[group] : tLazy().menus.commands,
    },
    choose: () => {
      menus?.close();
      menus?.run(command);
    },
  };
  // Ranked by what was typed, commands of a group do not stand together.
  function groupOf() {
    return isGrouped ? tLazy().switcher.goTo : tLazy().menus.commands;
  }
}

function placesToGo(): Command[] {
  return [
    {
      id: 'go-new',
      path: '/new',
      label: tLazy().library.newDocument,
      words: enLazy.library.newDocument.toLowerCase(),
      icon: <NewIcon aria-hidden="true" />,
    },
    {
      id: 'go-all',
      path: LIBRARY_PATH,
      label: t().allDocuments,
      words: 'all documents library home',
      icon: <DocumentIcon aria-hidden="true" />,
    },
    {
      id: 'go-shared',
      path: SHARED_PATH,
      label: tLazy().library.sharedWithMe,
      words: 'shared with me',
      icon: <PeopleIcon aria-hidden="true" />,
    },
    {
      id: 'go-trash',
      path: TRASH_PATH,
      label: tLazy().library.trash,
      words: 'trash bin deleted',
      icon: <TrashIcon aria-hidden="true" />,
    },
    {
      id: 'go-settings',
      path: SETTINGS_PATH,
      label: t().settings,
      words: 'settings preferences name language theme',
      icon: <SettingsIcon aria-hidden="true" />,
    },
  ];
}

/** What does something now; without leave to write, only what changes nothing. */
function offeredBy({ commands, state, view }: Menus): EditorCommand[] {
  return commands.filter(
    (command) =>
      command.id !== 'palette' &&
      (view.editable || command.forReaders) &&
      (command.applies?.(state) ?? true),
  );
}
