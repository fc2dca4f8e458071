/**
 * The body of a document, to read and write in.
 *
 * Invariant: the view is made once for each document; nothing the screen around it does draws it
 * anew.
 */
import { EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import type { Person } from '../../shared/protocol/presence.ts';
import { Binding } from './binding/binding.ts';
import { TableView } from './blocks/table-view.ts';
import { carets } from './carets.ts';
import { clipboard } from './clipboard.ts';
import { blockStart } from './commands.ts';
import { DocumentView } from './drawing/document-view.ts';
import { markdownRules } from './input-rules.ts';
import { editorKeymap } from './keymap.ts';
import { schema } from './schema.ts';
import { guardTables } from './tables.ts';
import { takeInSelections } from './untold-selection.ts';
import 'prosemirror-view/style/prosemirror.css';
import './editor.css';
import './blocks/blocks.css';

export interface EditorProps {
  doc: Y.Doc;
  awareness: Awareness;
  editable: boolean;
  /** Whoever writes here; told to others with the cursor. */
  person: Person;
  /** Told that the page showed something else than the document, and was drawn anew. */
  onRepair: () => void;
}

/** A caret is not seen well behind the bar at the top, nor at the very edge, px. */
const OUT_OF_SIGHT = { top: 64, bottom: 16, left: 0, right: 0 };

export function Editor({ doc, awareness, editable, person, onRepair }: EditorProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const mayEdit = useRef(editable);
  const tellRepair = useRef(onRepair);
  tellRepair.current = onRepair;

  useEffect(() => {
    const binding = new Binding(doc, { onRepair: () => tellRepair.current() });
    const created = new DocumentView(
      { mount: host.current! },
      {
        state: EditorState.create({
          schema,
          doc: binding.read(),
          plugins: [
            takeInSelections(),
            binding.plugin(),
            guardTables(),
            markdownRules(),
            editorKeymap(binding),
            clipboard(),
            carets(binding, awareness),
          ],
        }),
        nodeViews: { table: (node) => new TableView(node) },
        editable: () => mayEdit.current,
        attributes: () => ({
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-label': 'Document body',
          'aria-readonly': String(!mayEdit.current),
          class: 'body',
        }),
        handleClickOn: (target, _position, node, at, event) => {
          if (!isCheckbox(event.target) || node.type !== schema.nodes.task) return false;
          if (target.editable)
            target.dispatch(target.state.tr.setNodeAttribute(at, 'checked', !node.attrs.checked));
          return true;
        },
        handleDOMEvents: { click: openLink },
        scrollThreshold: OUT_OF_SIGHT,
        scrollMargin: OUT_OF_SIGHT,
      },
    );
    keepReactFromReading(created.dom);
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, [doc, awareness]);

  useEffect(() => {
    mayEdit.current = editable;
    view.current?.setProps({});
  }, [editable]);

  useEffect(() => {
    awareness.setLocalStateField('person', person);
  }, [awareness, person]);

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
    </div>
  );
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
function openLink(view: EditorView, event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!link || !(event.metaKey || event.ctrlKey || !view.editable)) return false;
  event.preventDefault();
  window.open((link as HTMLAnchorElement).href, '_blank', 'noopener,noreferrer');
  return true;
}
