/**
 * Suggesting instead of changing: the mode, what is suggested drawn in the text, and cards beside it.
 *
 * Invariant: one for all its places, as long as the text is there; whoever suggests nothing, in a
 * document in which nothing is suggested, pays nothing for it.
 */
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type * as Y from 'yjs';
import { may } from '../../../../shared/access/roles.ts';
import type { ThreadId } from '../../../../shared/discussion/keys.ts';
import type { Person } from '../../../../shared/protocol/presence.ts';
import type { SuggestedChange } from '../../../../shared/suggesting/shown.ts';
import { nameOf } from '../../../discussion/names.ts';
import type { EditorCommand } from '../../../editor/commands/command.ts';
import { waitBehind } from '../../../editor/input/held-keys.ts';
import type { Menus } from '../../../editor/menus/menus.ts';
import { drawLiveChanges } from '../../../editor/past/live-changes.ts';
import {
  type DrawnSuggestion,
  drawSuggested,
  revealSuggested,
  suggestedWithin,
  suggestionAt,
} from '../../../editor/suggested/draw-suggested.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import type { ShownSuggestion } from '../../../suggesting/listed.ts';
import { SuggestingBar } from '../../../suggesting/SuggestingBar.tsx';
import { SuggestionsPanel } from '../../../suggesting/SuggestionsPanel.tsx';
import { Suggesting, type SuggestingSnapshot } from '../../../suggesting/suggesting.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { talkOf } from './discussion.tsx';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';
import { PerPage } from './held.ts';
import { useDrawn } from './use-drawn.ts';
import { writeIn } from './write-in.ts';

const perPage = new PerPage(
  ({ doc }) => doc,
  ({ docId, replica: body }, secret, now) => {
    return new Suggesting({ docId, secret, body, person: thisPerson, role: () => now().role });
  },
);

/** The cards, what is drawn in the text, and the way through it. */
export const suggestions: FeatureParts = {
  Notice: Notices,
  Panel,
  Foot,
  commands: (page) => commandsOf(page),
};

/** The mode. */
export const suggesting: FeatureParts = { Notice: Mode };

function Mode({ page, isOpen, onOpen }: FeatureProps): ReactNode {
  const suggesting = perPage.of(page);
  // Whoever may do nothing else does it from the start.
  const isOnly = page.role !== null && !may(page.role, 'writeBody') && may(page.role, 'suggest');
  const { replica, maySuggest, menus } = page;
  useEffect(() => {
    if (!isOnly || !maySuggest || !suggesting) return;
    // What was written while one still might is refused now, and no suggestion may depend on it.
    const begin = () => {
      if (replica.unconfirmedRanges().size === 0) void suggesting.begin();
    };
    begin();
    return replica.status.subscribe(begin);
  }, [isOnly, maySuggest, suggesting, replica]);
  useEffect(() => {
    if (!isOpen) return;
    onOpen(false);
    if (suggesting) toggle(suggesting, menus, isOnly);
  }, [isOpen, onOpen, suggesting, menus, isOnly]);
  if (!suggesting || !maySuggest) return null;
  const stop = () => suggesting.stop();
  return <SuggestingBar suggesting={suggesting} onStop={isOnly ? null : stop} />;
}

/** What is shown, where that is not the document, and what becomes of what one suggested. */
function Notices({ page }: FeatureProps): ReactNode {
  const suggesting = perPage.of(page);
  return suggesting ? <NoticesOf page={page} suggesting={suggesting} /> : null;
}

function NoticesOf({
  page: { maySuggest },
  suggesting,
}: {
  page: DocumentOnScreen;
  suggesting: Suggesting;
}): ReactNode {
  const { fork, refused, preview } = useSyncExternalStore(suggesting.subscribe, suggesting.get);
  const isLost = fork !== null && !maySuggest;
  useEffect(() => {
    if (isLost) suggesting.mayNoMore();
  }, [isLost, suggesting]);
  const texts = tLazy().proposing;
  const back = (act: () => void) => <Button onClick={act}>{texts.toDocument}</Button>;
  if (preview)
    return <Notice actions={back(() => suggesting.look('suggested'))}>{texts.isPreview}</Notice>;
  if (!isLost && refused === 0) return null;
  return (
    <Notice
      tone={refused > 0 ? 'warning' : 'plain'}
      title={isLost ? texts.mayNoMore : texts.notSent}
      actions={isLost ? back(() => suggesting.stop()) : null}
    >
      {refused > 0 ? texts.staysHere : texts.isWithOthers}
    </Notice>
  );
}

/** The copy in which one suggests, while one does. */
export function forkOf(page: DocumentOnScreen): Y.Doc | null {
  return perPage.of(page)?.get().fork ?? null;
}

export function stopSuggesting(page: DocumentOnScreen): void {
  if (forkOf(page)) perPage.of(page)?.stop();
}

/** What is typed right behind it is for the text that takes the place of this one. */
function toggle(suggesting: Suggesting, { view }: Menus, isOnly: boolean): void {
  const before = suggesting.get().fork;
  if (before !== null && isOnly) return;
  const begun = before === null ? suggesting.begin() : suggesting.stop();
  const notBegun = async () => {
    await begun;
    if (suggesting.get().fork !== before) await new Promise(() => {});
  };
  waitBehind(view, notBegun());
}

function Panel({ page, byKey, onOpen }: FeatureProps): ReactNode {
  const suggesting = perPage.of(page);
  if (!suggesting) return null;
  return (
    <SuggestionsPanel
      suggesting={suggesting}
      talk={talkOf(page)}
      byKey={byKey}
      onSuggest={page.maySuggest ? () => void suggesting.begin() : null}
      selected={() => selectedIn(page).ids.length > 0}
      onSelected={(decision) => decideSelected(page, decision)}
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
  const suggesting = perPage.of(page);
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
  const { menus } = page;
  const { fork, preview } = snapshot;
  const latest = useRef(page);
  latest.current = page;
  useEffect(() => {
    const copy = preview ?? fork;
    const shown = copy && { doc: copy, ...(preview === null ? {} : { mayWrite: false }) };
    writeIn(latest.current, shown);
  }, [fork, preview]);
  useEffect(() => suggesting.isShown(menus.binding.body.doc), [suggesting, menus]);
  perPage.useUntilGone(page);
  useEffect(() => {
    const { view } = menus;
    const { dom } = view;
    const onClick = ({ target }: Event) => {
      const id = suggestionAt(target);
      const at = suggesting.get().suggestions.find(({ suggestion }) => suggestion.id === id);
      if (at) suggesting.goTo(at.suggestion.id);
    };
    dom.addEventListener('click', onClick);
    return () => dom.removeEventListener('click', onClick);
  }, [suggesting, menus]);
  useSuggestionsDrawn(page, snapshot);
  return null;
}

function useSuggestionsDrawn({ menus, doc }: DocumentOnScreen, snapshot: SuggestingSnapshot): void {
  const { suggestions, people, active, writing, within, own, view: looks } = snapshot;
  const isDrawn = looks === 'suggested';
  const draw = useCallback(() => {
    const { view, binding } = menus;
    const shown = isDrawn ? suggestions : [];
    const drawn = shown.flatMap(({ suggestion, changes, state }) =>
      state !== 'open' || suggestion.id === writing || within.includes(suggestion.id)
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
    );
    const areMany = drawSuggested(view, binding, drawn);
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
    return areMany ? onScroll(() => drawSuggested(view, binding, drawn)) : undefined;
  }, [menus, doc, suggestions, people, active, writing, within, own, isDrawn]);
  useDrawn(menus, draw);
}

/** Does it again at most once a frame, while one scrolls. */
function onScroll(draw: () => void): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  };
  addEventListener('scroll', soon, { passive: true, capture: true });
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('scroll', soon, { capture: true });
  };
}

/** Everything that is open and drawn, as it stood when it was looked up last. */
const openChanges = new WeakMap<
  readonly ShownSuggestion[],
  readonly (SuggestedChange & { id: ThreadId })[]
>();

function openIn({ suggestions, writing, within }: SuggestingSnapshot) {
  let open = openChanges.get(suggestions);
  if (!open) {
    open = suggestions.flatMap(({ suggestion: { id }, state, changes }) =>
      state === 'open' ? changes.map((each) => ({ ...each, id })) : [],
    );
    openChanges.set(suggestions, open);
  }
  return writing === null ? open : open.filter(({ id }) => id !== writing && !within.includes(id));
}

/** What the selection touches; and whether something of that stands elsewhere, too. */
function selectedIn(page: DocumentOnScreen): { ids: ThreadId[]; isPart: boolean } {
  const snapshot = perPage.of(page)?.get();
  const { view, binding } = page.menus;
  const { from, to } = view.state.selection;
  if (!snapshot || from === to || snapshot.view !== 'suggested') return { ids: [], isPart: false };
  const open = openIn(snapshot);
  const within = new Set(suggestedWithin(view, binding, open, [from, to]));
  const ids = new Set([...within].map((index) => open[index]!.id));
  const isPart = open.some(({ id }, index) => ids.has(id) && !within.has(index));
  return { ids: [...ids], isPart };
}

function decideSelected(page: DocumentOnScreen, decision: 'accept' | 'reject'): void {
  const { ids, isPart } = selectedIn(page);
  const suggesting = perPage.of(page);
  if (!suggesting || ids.length === 0) return;
  if (decision === 'reject') suggesting.reject(ids, isPart);
  else if (!isPart) suggesting.accept(ids);
  else {
    const { view, binding } = page.menus;
    suggesting.acceptParts(ids, (changes) => {
      // Where it is by now: of several the first may stand in the text already.
      const { from, to } = view.state.selection;
      return suggestedWithin(view, binding, changes, [from, to]);
    });
  }
}

function saysOf(kind: keyof ReturnType<typeof tLazy>['looking']['kinds'], name: string): string {
  return `${tLazy().looking.kinds[kind]} · ${name}`;
}

function commandsOf(page: DocumentOnScreen): EditorCommand[] {
  const active = () => {
    const { suggestions, active } = perPage.of(page)?.get() ?? { suggestions: [], active: null };
    const at = suggestions.find(({ suggestion }) => suggestion.id === active);
    return at?.state === 'open' ? at.suggestion.id : null;
  };
  const decide = (id: 'accept-suggestion' | 'reject-suggestion'): EditorCommand => ({
    id,
    group: 'Document',
    icon: id === 'accept-suggestion' ? 'check' : 'clearFormat',
    forReaders: true,
    keys: [id === 'accept-suggestion' ? 'Alt-F9' : 'Alt-Shift-F9'],
    everywhere: 'always',
    applies: () =>
      perPage.of(page)?.mayDecide === true &&
      (active() !== null || selectedIn(page).ids.length > 0),
    run: (_state, dispatch) => {
      const suggesting = perPage.of(page);
      const at = active();
      const isSelected = selectedIn(page).ids.length > 0;
      if (!suggesting?.mayDecide || (at === null && !isSelected)) return false;
      if (!dispatch) return true;
      if (isSelected) decideSelected(page, id === 'accept-suggestion' ? 'accept' : 'reject');
      else if (id === 'accept-suggestion') suggesting.accept([at!]);
      else suggesting.reject([at!]);
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
      isOn: () => forkOf(page) !== null,
      applies: () => page.maySuggest,
      run: (_state, dispatch) => {
        const suggesting = perPage.of(page);
        const isOnly = page.role !== null && !may(page.role, 'writeBody');
        if (dispatch && suggesting && page.maySuggest) toggle(suggesting, page.menus, isOnly);
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
          const id = perPage.of(page)?.step(by);
          const at = perPage
            .of(page)
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
