/**
 * The body of a document, to read and write in.
 *
 * Invariant: the view is made once for each document; nothing the screen around it does draws it
 * anew.
 */
import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { ClockRanges } from '../../shared/document/clock-ranges.ts';
import { keepWriter } from '../../shared/document/people.ts';
import type { Person } from '../../shared/protocol/presence.ts';
import { t } from '../i18n/i18n.ts';
import { announce } from '../ui/Announcer.tsx';
import { Lazy, useLazy } from '../ui/lazy.tsx';
import { Binding } from './binding/binding.ts';
import type { AnchoredSelection } from './binding/undo.ts';
import { UndoSession } from './binding/undo-session.ts';
import { blockViews } from './blocks/lazy-views.ts';
import { blockStart } from './commands/commands.ts';
import { namedCommands } from './commands/lazy-commands.ts';
import { documentAt, type OtherDocuments } from './documents/other-documents.ts';
import { AttachmentSource } from './figures/attachment-source.ts';
import type { Attachments } from './figures/attachments.ts';
import { hiddenBlocks } from './folding/folding.ts';
import { moveKeys, releaseKeys } from './input/held-keys.ts';
import { listenEverywhere } from './menus/everywhere.ts';
import { Menus } from './menus/menus.ts';
import { useMenus } from './menus/use-menus.ts';
import type { PeopleSource } from './objects/known-people.ts';
import { editorPlugins } from './plugins.ts';
import { schema } from './schema.ts';
import { replaceSnapshot } from './selection/replace-snapshot.ts';
import { DocumentView } from './viewport/document-view.ts';
import { OUT_OF_SIGHT } from './viewport/out-of-sight.ts';
import 'prosemirror-view/style/prosemirror.css';
import './editor.css';
import './blocks/blocks.css';
import './blocks/code/code.css';
import './blocks/code/diagrams/diagrams.css';
import './blocks/formula/formulas.css';
import './print.css';

export interface EditorProps {
  /** What tells the document from others in this tab. */
  name: string;
  doc: Y.Doc;
  /** It is a copy in which one suggests, and not the document. */
  isFork: boolean;
  awareness: Awareness;
  editable: boolean;
  /** Whoever writes here; told to others with the cursor. */
  person: Person;
  /** Told that the page showed something else than the document, and was drawn anew. */
  onRepair: () => void;
  /** The address of a block of this document, to send to someone. */
  blockAddress: (id: string) => string;
  /** What knows the pictures and files of the document; null until it has been loaded. */
  attachments: Attachments | null;
  /** What else the person has, to link to. One object as long as the document is open. */
  documents: OtherDocuments;
  /** The block that the page's address speaks of; it is shown and selected. */
  target: string | null;
  /** The language whose quotes and dashes typing makes; null where they stay as typed. */
  typography: string | null;
  /** What was written here and will not reach the others, or null; one object while that holds. */
  unsent: ClockRanges | null;
  /** What the screen does at a command of the editor. */
  onAction: (action: string) => void;
  /** Told what is around the text once that is there, and null when it is gone. */
  onReady: (menus: Menus | null) => void;
}

/** They show the commands. */
const menusAround = new Lazy(async () => {
  const [{ MenusAround }] = await Promise.all([
    import('./menus/MenusAround.tsx'),
    namedCommands.load(),
  ]);
  return MenusAround;
});

export function Editor(props: EditorProps): ReactNode {
  const { name, doc, awareness, editable, person, documents, attachments, target, onRepair } =
    props;
  const { unsent, isFork } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const bound = useRef<Binding | null>(null);
  const [menus, setMenus] = useState<Menus | null>(null);
  const [attachmentSource] = useState(() => new AttachmentSource());
  const blockAddress = useRef(props.blockAddress);
  blockAddress.current = props.blockAddress;
  const writer = useRef(person);
  writer.current = person;
  const act = useRef(props.onAction);
  act.current = props.onAction;
  const tellReady = useRef(props.onReady);
  tellReady.current = props.onReady;
  const typography = useRef(props.typography);
  typography.current = props.typography;
  /** Where one was in the document, or in a copy of it, that was shown before. */
  const left = useRef<LeftPlace | null>(null);
  const mayEdit = useRef(editable);
  const tellRepair = useRef(onRepair);
  tellRepair.current = onRepair;

  useEffect(() => {
    // Of a copy nothing is there after a reload: what was suggested is in the discussion.
    const session = isFork ? null : new UndoSession(name);
    const binding = new Binding(doc, {
      onRepair: () => tellRepair.current(),
      onChange: () => session?.changed(),
      mayWrite: () => mayEdit.current,
    });
    session?.start(binding.undo.history);
    const people: PeopleSource = { doc, awareness, known: null };
    const stopKeeping = keepWriter(doc, binding.origins, () => writer.current);
    const around = new Menus((id) => blockAddress.current(id), binding, attachmentSource);
    const views = blockViews({ menus: around, documents, people, attachmentSource });
    const created = new DocumentView(
      { mount: host.current! },
      {
        state: EditorState.create({
          schema,
          doc: binding.read(),
          plugins: editorPlugins({
            name,
            binding,
            awareness,
            menus: around,
            views,
            documents,
            people,
            attachmentSource,
            typography: () => typography.current,
            act: (action) => act.current(action),
          }),
        }),
        nodeViews: views.nodeViews,
        editable: () => mayEdit.current,
        attributes: () => ({
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': t().body,
          'aria-readonly': String(!mayEdit.current),
          // Who only reads comes here by keys, too; and turning to reading keeps the focus here.
          tabindex: '0',
          // What a browser's translation does to the page would be taken for writing, and be everybody's.
          translate: mayEdit.current ? 'no' : 'yes',
          class: 'body',
        }),
        handleClickOn: (target, _position, node, at, event) => {
          if (!isCheckbox(event.target) || node.type !== schema.nodes.task) return false;
          if (target.editable)
            target.dispatch(target.state.tr.setNodeAttribute(at, 'checked', !node.attrs.checked));
          return true;
        },
        handleDOMEvents: { click: openLink(documents) },
        scrollThreshold: OUT_OF_SIGHT,
        scrollMargin: OUT_OF_SIGHT,
      },
      hiddenBlocks,
    );
    keepReactFromReading(created.dom);
    view.current = created;
    bound.current = binding;
    replaceSnapshot(created);
    if (left.current) goTo(created, binding, left.current);
    const stopListening = listenEverywhere(around);
    setMenus(around);
    tellReady.current(around);
    // What was pressed for this one while the other was still there.
    if (left.current) moveKeys(left.current.view, created);
    left.current = null;
    return () => {
      stopListening();
      setMenus(null);
      tellReady.current(null);
      view.current = null;
      session?.stop();
      left.current = placeOf(created, binding);
      created.destroy();
      stopKeeping();
      people.known?.destroy();
    };
  }, [name, doc, isFork, awareness, documents, attachmentSource]);

  // While the text is still in the page, and has the focus.
  useLayoutEffect(() => () => void (view.current && releaseKeys(view.current)), []);

  useEffect(() => attachmentSource.set(attachments), [attachmentSource, attachments]);

  const drewUnsent = useRef(false);
  useEffect(() => {
    if (unsent === null && !drewUnsent.current) return;
    drewUnsent.current = true;
    import('./unsent/unsent-places.ts').then(
      ({ drawUnsent }) => {
        const current = view.current;
        if (current && bound.current) drawUnsent(current, bound.current, unsent);
      },
      // The notice that tells of it has loaded these words.
      async () => {
        const { tLazy } = await import('../i18n/lazy.ts');
        announce(tLazy().notices.unsentNotMarked);
      },
    );
  }, [unsent]);

  useEffect(() => {
    mayEdit.current = editable;
    view.current?.setProps({});
  }, [editable]);

  useEffect(() => {
    awareness.setLocalStateField('person', person);
  }, [awareness, person]);

  const hasArrived = useRef(false);
  useEffect(() => {
    const arrives = !hasArrived.current;
    hasArrived.current = true;
    if (target === null) return;
    // Whoever has gone on meanwhile would write on over a selected block, and so nowhere. A link in the
    // text leads on from where one is.
    const from = arrives || !view.current?.hasFocus() ? null : view.current.state.selection;
    import('./selection/show-block.ts').then(
      ({ showBlock }) => {
        const current = view.current;
        if (current && (!current.hasFocus() || from?.eq(current.state.selection)))
          showBlock(current, target);
      },
      () => announce(t().tryOnline),
    );
  }, [target]);

  // A click below the last line writes there, as on paper.
  const writeAtEnd = () => {
    const current = view.current;
    if (!current?.editable) return;
    const { doc: content, tr } = current.state;
    const last = content.lastChild!;
    const start = blockStart(content, content.childCount - 1);
    if (last.isTextblock && (last.content.size === 0 || !last.type.spec.code))
      tr.setSelection(TextSelection.create(content, start + 1 + last.content.size));
    else {
      tr.insert(start + last.nodeSize, schema.nodes.paragraph!.create());
      tr.setSelection(TextSelection.create(tr.doc, start + last.nodeSize + 1));
    }
    current.dispatch(tr);
    current.focus();
  };

  return (
    <div className="editor">
      <div ref={host} />
      <div className="below" aria-hidden="true" onPointerUp={writeAtEnd} />
      {menus ? <LazyMenus menus={menus} documents={documents} /> : null}
    </div>
  );
}

/** The menus, once they are there; a panel that is asked for before opens then. */
function LazyMenus({ menus, documents }: { menus: Menus; documents: OtherDocuments }): ReactNode {
  const MenusAround = useLazy(menusAround);
  const openings = useMenus(menus, (now) => now.openings);
  useEffect(() => {
    if (openings === 0) return;
    menusAround.load().catch(() => {
      announce(t().notLoaded.menus);
      menus.close();
    });
  }, [menus, openings]);
  return MenusAround ? <MenusAround menus={menus} documents={documents} /> : null;
}

/** Where one is, for the view that takes the place of this one. */
interface LeftPlace {
  selection: AnchoredSelection | null;
  hasFocus: boolean;
  scroll: number;
  view: EditorView;
}

function placeOf(view: EditorView, binding: Binding): LeftPlace {
  const selection = binding.anchorSelection(view.state);
  return { selection, hasFocus: view.hasFocus(), scroll: scrollY, view };
}

function goTo(
  view: EditorView,
  binding: Binding,
  { selection, hasFocus, scroll }: LeftPlace,
): void {
  const { doc, tr } = view.state;
  const found = selection && binding.selectionIn(doc, selection);
  if (found) view.dispatch(tr.setSelection(found));
  if (hasFocus) view.focus();
  scrollTo({ top: scroll });
}

/**
 * Whenever React draws anything, it walks all the text of a focused editable element to remember
 * the selection, which costs more with each page. The view keeps its selection itself.
 */
function keepReactFromReading(dom: HTMLElement): void {
  Object.defineProperty(dom, 'contentEditable', { configurable: true, get: () => 'inherit' });
}

function isCheckbox(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.classList.contains('checkbox');
}

/** Links open with the platform's modifier key while one may write, and at a click otherwise. */
function openLink(documents: OtherDocuments) {
  return (view: EditorView, event: MouseEvent): boolean => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!link || !(event.metaKey || event.ctrlKey || !view.editable)) return false;
    event.preventDefault();
    const { href } = link as HTMLAnchorElement;
    const docId = documentAt(href);
    if (docId && !event.metaKey && !event.ctrlKey) documents.open(docId);
    else window.open(href, '_blank', 'noopener,noreferrer');
    return true;
  };
}
