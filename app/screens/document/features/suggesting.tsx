/**
 * Suggesting instead of changing: the mode, what is suggested drawn in the text, and cards beside it.
 *
 * Invariant: one for all its places, as long as the text is there; whoever suggests nothing, in a
 * document in which nothing is suggested, pays nothing for it.
 */
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { may } from '../../../../shared/access/roles.ts';
import { readEntry } from '../../../../shared/library/library.ts';
import type { Person } from '../../../../shared/protocol/presence.ts';
import { nameOf } from '../../../discussion/names.ts';
import type { EditorCommand } from '../../../editor/commands/command.ts';
import { drawLiveChanges } from '../../../editor/past/live-changes.ts';
import {
  type DrawnSuggestion,
  drawSuggested,
  revealSuggested,
  suggestionAt,
} from '../../../editor/suggested/draw-suggested.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import { SuggestingBar } from '../../../suggesting/SuggestingBar.tsx';
import { SuggestionsPanel } from '../../../suggesting/SuggestionsPanel.tsx';
import {
  type ShownSuggestion,
  Suggesting,
  type SuggestingSnapshot,
} from '../../../suggesting/suggesting.ts';
import { talkOf } from './discussion.tsx';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';

/** What it asks of the page, which is another object where something of it differs. */
interface Held {
  suggesting: Suggesting;
  page: DocumentOnScreen;
  /** How many parts of the screen show it. */
  shown: number;
}

const known = new WeakMap<Y.Doc, Held>();

function suggestingOf(page: DocumentOnScreen): Suggesting | null {
  const before = known.get(page.doc);
  if (before) {
    before.page = page;
    return before.suggesting;
  }
  const entry = readEntry(page.library, page.docId);
  if (!entry) return null;
  const suggesting = new Suggesting({
    docId: page.docId,
    secret: entry.secret,
    body: page.replica,
    person: thisPerson,
    role: () => held.page.role,
  });
  const held: Held = { suggesting, page, shown: 0 };
  known.set(page.doc, held);
  suggesting.start();
  return suggesting;
}

/** The cards, what is drawn in the text, and the way through it. */
export const suggestions: FeatureParts = {
  Panel,
  Foot,
  commands: (page) => commandsOf(page),
};

/** The mode. */
export const suggesting: FeatureParts = { Notice: Mode };

function Mode({ page, isOpen, onOpen }: FeatureProps): ReactNode {
  const suggesting = suggestingOf(page);
  // Whoever may do nothing else does it from the start.
  const isOnly = page.role !== null && !may(page.role, 'writeBody') && may(page.role, 'suggest');
  useEffect(() => {
    if (isOnly) void suggesting?.begin();
  }, [isOnly, suggesting]);
  useEffect(() => {
    if (!isOpen) return;
    onOpen(false);
    if (suggesting) toggle(suggesting, isOnly);
  }, [isOpen, onOpen, suggesting, isOnly]);
  if (!suggesting) return null;
  const stop = () => suggesting.stop();
  return <SuggestingBar suggesting={suggesting} onStop={isOnly ? null : stop} />;
}

function toggle(suggesting: Suggesting, isOnly = false): void {
  if (suggesting.get().fork === null) void suggesting.begin();
  else if (!isOnly) suggesting.stop();
}

function Panel({ page, byKey, onOpen }: FeatureProps): ReactNode {
  const suggesting = suggestingOf(page);
  if (!suggesting) return null;
  const isOn = page.written !== page.doc;
  return (
    <SuggestionsPanel
      suggesting={suggesting}
      talk={talkOf(page)}
      byKey={byKey}
      onSuggest={page.maySuggest && !isOn ? () => void suggesting.begin() : null}
      onShow={(shown) => show(page, shown)}
      onClose={() => {
        onOpen(false);
        page.menus.view.focus();
      }}
    />
  );
}

function show({ menus: { view, binding } }: DocumentOnScreen, { changes }: ShownSuggestion): void {
  changes.some((change) => revealSuggested(view, binding, change));
}

/** Draws nothing of its own: has the editor show what one writes in, and what is suggested in it. */
function Foot({ page, onOpen }: FeatureProps): ReactNode {
  const suggesting = suggestingOf(page);
  useEffect(() => {
    if (suggesting) suggesting.onWanted = () => onOpen(true);
  });
  return suggesting ? <InTheText page={page} suggesting={suggesting} /> : null;
}

function InTheText({
  page,
  suggesting,
}: {
  page: DocumentOnScreen;
  suggesting: Suggesting;
}): ReactNode {
  const snapshot = useSyncExternalStore(suggesting.subscribe, suggesting.get);
  const { doc, menus, onWriteIn } = page;
  useEffect(() => onWriteIn(snapshot.fork), [onWriteIn, snapshot.fork]);
  useEffect(() => suggesting.isShown(menus.binding.body.doc), [suggesting, menus]);
  useEffect(() => {
    const held = known.get(doc);
    if (!held) return;
    held.shown++;
    return () => {
      held.shown--;
      // What shows it may be mounted once more in the same turn.
      setTimeout(() => {
        if (held.shown > 0) return;
        if (known.get(doc) === held) known.delete(doc);
        held.suggesting.end().catch((error: unknown) => {
          console.error('What is suggested could not be kept.', error);
        });
      });
    };
  }, [doc]);
  useEffect(() => {
    const { dom } = menus.view;
    const onClick = ({ target }: Event) => {
      const id = suggestionAt(target);
      const at = suggesting.get().suggestions.find(({ suggestion }) => suggestion.id === id);
      if (at) suggesting.goTo(at.suggestion.id);
    };
    dom.addEventListener('click', onClick);
    return () => dom.removeEventListener('click', onClick);
  }, [suggesting, menus]);
  useDrawn(page, snapshot);
  return null;
}

function useDrawn({ menus, doc }: DocumentOnScreen, snapshot: SuggestingSnapshot): void {
  const { suggestions, people, active, writing, own, isDrawn } = snapshot;
  const [composed, setComposed] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a composition it is drawn again
  useEffect(() => {
    const { view, binding } = menus;
    if (view.isDestroyed) return undefined;
    // An input method begins again where what is drawn around its text changes.
    if (view.composing) {
      const soon = () => setTimeout(() => setComposed((times) => times + 1));
      view.dom.addEventListener('compositionend', soon, { once: true });
      return () => view.dom.removeEventListener('compositionend', soon);
    }
    const shown = isDrawn ? suggestions : [];
    drawSuggested(
      view,
      binding,
      shown.flatMap(({ suggestion, changes, state }) =>
        state !== 'open' || suggestion.id === writing
          ? []
          : changes.map(
              ({ change, at }): DrawnSuggestion => ({
                id: suggestion.id,
                change,
                at,
                says: saysOf(change.kind, nameOf(people, suggestion.author)),
                color: people.get(suggestion.author)?.color ?? null,
                isCurrent: suggestion.id === active,
              }),
            ),
      ),
    );
    const isInFork = binding.body.doc !== doc;
    const me: Person = thisPerson();
    drawLiveChanges(
      view,
      binding,
      (isInFork && isDrawn ? own : []).map((change) => ({
        change,
        says: saysOf(change.kind, me.name),
        color: me.color,
        isCurrent: false,
      })),
      'own suggestion',
    );
    return undefined;
  }, [menus, doc, suggestions, people, active, writing, own, isDrawn, composed]);
}

function saysOf(kind: keyof ReturnType<typeof tLazy>['looking']['kinds'], name: string): string {
  return `${tLazy().looking.kinds[kind]} · ${name}`;
}

function commandsOf(page: DocumentOnScreen): EditorCommand[] {
  const active = () => {
    const { suggestions, active } = suggestingOf(page)?.get() ?? { suggestions: [], active: null };
    const at = suggestions.find(({ suggestion }) => suggestion.id === active);
    return at?.state === 'open' ? at.suggestion.id : null;
  };
  const decide = (id: 'accept-suggestion' | 'reject-suggestion'): EditorCommand => ({
    id,
    group: 'Document',
    icon: id === 'accept-suggestion' ? 'check' : 'clearFormat',
    forReaders: true,
    applies: () => suggestingOf(page)?.mayDecide === true && active() !== null,
    run: (_state, dispatch) => {
      const at = active();
      if (at === null) return false;
      if (dispatch && id === 'accept-suggestion') suggestingOf(page)?.accept([at]);
      else if (dispatch) suggestingOf(page)?.reject([at]);
      return true;
    },
  });
  return [
    {
      id: 'suggesting',
      group: 'Document',
      icon: 'suggest',
      keys: ['Mod-Alt-x'],
      everywhere: 'outside-fields',
      forReaders: true,
      isOn: () => page.written !== page.doc,
      applies: () => page.maySuggest,
      run: (_state, dispatch) => {
        const suggesting = suggestingOf(page);
        const isOnly = page.role !== null && !may(page.role, 'writeBody');
        if (dispatch && suggesting && page.maySuggest) toggle(suggesting, isOnly);
        return true;
      },
    },
    ...([1, -1] as const).map(
      (by): EditorCommand => ({
        id: by === 1 ? 'next-suggestion' : 'previous-suggestion',
        group: 'Document',
        icon: by === 1 ? 'down' : 'up',
        keys: [by === 1 ? 'Alt-F8' : 'Alt-Shift-F8'],
        everywhere: 'always',
        forReaders: true,
        run: (_state, dispatch) => {
          if (!dispatch) return true;
          const id = suggestingOf(page)?.step(by);
          const at = suggestingOf(page)
            ?.get()
            .suggestions.find(({ suggestion }) => suggestion.id === id);
          if (at) show(page, at);
          return true;
        },
      }),
    ),
    decide('accept-suggestion'),
    decide('reject-suggestion'),
  ];
}
