/**
 * Drafts: which there are, beside the text, and the one that is shown in the document's place, with
 * what it changes drawn in it.
 *
 * Invariant: one for all its places, as long as the text is there; a document without drafts pays
 * nothing for them.
 */
import { type ReactNode, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { draftOfHash } from '../../../../shared/access/draft-address.ts';
import { draftOfLink, formatDraftAddress } from '../../../../shared/access/draft-link.ts';
import type { DraftId } from '../../../../shared/access/ids.ts';
import { may } from '../../../../shared/access/roles.ts';
import { drawLiveChanges } from '../../../editor/past/live-changes.ts';
import { t } from '../../../i18n/i18n.ts';
import { tLazy } from '../../../i18n/lazy.ts';
import { thisPerson } from '../../../presence/this-person.ts';
import { DraftBar } from '../../../suggesting/DraftBar.tsx';
import { DraftsPanel } from '../../../suggesting/DraftsPanel.tsx';
import { Drafts, type DraftsSnapshot } from '../../../suggesting/drafts.ts';
import { announce } from '../../../ui/announce.ts';
import { copyText } from '../../../ui/clipboard.ts';
import type { DocumentOnScreen, FeatureParts, FeatureProps } from './features.ts';
import { PerPage } from './held.ts';
import { forkOf, stopSuggesting } from './suggesting.tsx';
import { useDrawn } from './use-drawn.ts';
import { writeIn } from './write-in.ts';

const perPage = new PerPage(
  ({ doc }) => doc,
  ({ docId, replica: body }, secret, now) => {
    const steps = () => {
      const { binding } = now().menus;
      return binding.body.doc === body.doc ? binding.undo.history.undoSteps : null;
    };
    const role = () => now().role;
    return new Drafts({ docId, secret, body, person: thisPerson, role, steps });
  },
);

export const drafts: FeatureParts = { Panel, Notice: Shown, Foot };

function Panel({ page, byKey, onOpen }: FeatureProps): ReactNode {
  const found = perPage.of(page);
  if (!found) return null;
  const copyLink = async (id: DraftId) => {
    const address = formatDraftAddress(location.origin, page.docId, id);
    announce((await copyText(address)) ? tLazy().drafting.linkCopied : t().linkNotCopied(address));
  };
  return (
    <DraftsPanel
      drafts={found}
      byKey={byKey}
      onLink={(id) => void copyLink(id)}
      onClose={() => {
        onOpen(false);
        page.menus.view.focus();
      }}
    />
  );
}

function Shown({ page }: FeatureProps): ReactNode {
  const found = perPage.of(page);
  return found ? <DraftBar drafts={found} /> : null;
}

/** Draws nothing of its own: has the editor show the draft, and what it changes. */
function Foot({ page }: FeatureProps): ReactNode {
  const found = perPage.of(page);
  return found ? <InTheText page={page} drafts={found} /> : null;
}

function InTheText({ page, drafts: found }: { page: DocumentOnScreen; drafts: Drafts }): ReactNode {
  const snapshot = useSyncExternalStore(found.subscribe, found.get);
  const { shown } = snapshot;
  const { menus, role } = page;
  const latest = useRef(page);
  latest.current = page;
  const wasShown = useRef(false);
  const isSwitched = useRef(false);
  useEffect(() => {
    if (shown) {
      // What one suggests is kept: it is no part of the draft.
      if (role !== null && may(role, 'writeBody')) stopSuggesting(latest.current);
      writeIn(latest.current, shown);
    } else if (wasShown.current) {
      const fork = forkOf(latest.current);
      writeIn(latest.current, fork && { doc: fork });
    }
    wasShown.current = shown !== null;
  }, [shown, role]);
  // Who begins to suggest leaves the draft.
  useEffect(() => {
    const { written } = page;
    if (shown && written !== shown.doc && written === forkOf(page) && isSwitched.current)
      found.leave();
    isSwitched.current = shown !== null && written === shown.doc;
  }, [page, shown, found]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one may is asked of the page
  useEffect(() => found.heedRights(), [found, role]);
  useEffect(() => found.isShown(menus.binding.body.doc), [found, menus]);
  useAddress(found, page, shown?.id ?? null);
  perPage.useUntilGone(page);
  useChangesDrawn(page, snapshot);
  return null;
}

/**
 * Opens the draft that the page's address speaks of, once it is known what one may do; and has the
 * address speak of the one that is shown, so that a reload comes back to it.
 */
function useAddress(found: Drafts, { docId, role }: DocumentOnScreen, shown: DraftId | null): void {
  const isKnownRole = role !== null;
  const told = useRef<DraftId | null>(null);
  useEffect(() => {
    const now = draftOfHash(location.hash);
    const before = told.current;
    told.current = shown;
    if (shown === now || (shown === null && now !== before)) return;
    const { origin, href } = location;
    const address = shown ? formatDraftAddress(origin, docId, shown) : href.replace(/#.*$/s, '');
    history.replaceState(history.state, '', address);
  }, [docId, shown]);
  useEffect(() => {
    if (!isKnownRole) return;
    const open = () => {
      const id = draftOfHash(location.hash) ?? draftOfLink(location.search);
      if (id !== null) void found.open(id);
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [found, isKnownRole]);
}

function useChangesDrawn({ menus }: DocumentOnScreen, snapshot: DraftsSnapshot): void {
  const { shown, changes, isDrawn } = snapshot;
  const draw = useCallback(() => {
    const { view, binding } = menus;
    const isInDraft = shown !== null && binding.body.doc === shown.doc;
    drawLiveChanges(
      view,
      binding,
      (isInDraft && isDrawn ? changes : []).map((change) => ({
        change,
        says: tLazy().looking.kinds[change.kind],
        color: null,
        isCurrent: false,
      })),
      'draft',
    );
    return undefined;
  }, [menus, shown, changes, isDrawn]);
  useDrawn(menus, draw);
}
