/**
 * The small editor of what is said about a document: one line of rich text, as a block has it.
 *
 * Invariant: its state is one paragraph, whatever is typed, pasted or dropped; so what it gives is
 * what a message holds.
 */
import { history, redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { DOMSerializer, Fragment, type Node, Slice } from 'prosemirror-model';
import { type Command, EditorState, Plugin, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { attachmentAddress, attachmentOf } from '../../../shared/document/attachments.ts';
import type { Inline, InlineObject } from '../../../shared/document/schema.ts';
import { CatalogueError } from '../../../shared/protocol/errors.ts';
import type { Person } from '../../../shared/protocol/presence.ts';
import { inlineContent, inlineFragment } from '../binding/nodes.ts';
import { toggle } from '../commands/block-commands.ts';
import { emojiList } from '../emoji/emoji-list.ts';
import type { AttachmentSource } from '../figures/attachment-source.ts';
import { withImageType } from '../figures/image-type.ts';
import { InlineImageView, lineImage } from '../figures/inline-image-view.ts';
import { beforeinputKeys } from '../input/beforeinput-keys.ts';
import { applyRulesToComposed } from '../input/composed.ts';
import { heldKeys } from '../input/held-keys.ts';
import { messageRules } from '../input/input-rules.ts';
import { caretLists } from '../menus/caret-list.ts';
import type { FollowedView } from '../menus/use-menus.ts';
import { mentionList } from '../objects/mention-list.ts';
import { schema } from '../schema.ts';

/** Objects that stand in a message; others are left out of what is pasted. */
const OBJECTS: ReadonlySet<string> = new Set(['mention', 'date', 'document', 'formula', 'image']);

export interface MessageOptions {
  content: readonly Inline[];
  label: () => string;
  people: () => readonly Person[];
  /** Where its pictures are. */
  pictures: AttachmentSource;
  onChange: (content: readonly Inline[]) => void;
  /** Ctrl or ⌘ + Enter. */
  onSend: () => void;
  /** Escape. */
  onLeave: () => void;
}

export interface MessageView extends FollowedView {
  /** Shows this instead, with the caret at its end. */
  setContent(content: readonly Inline[]): void;
  focus(): void;
  /** Puts pictures in where the caret is then; what is none is left out, and said to be. */
  insertPictures(files: readonly File[]): Promise<void>;
  destroy(): void;
}

export function messageView(host: HTMLElement, options: MessageOptions): MessageView {
  const listeners = new Set<() => void>();
  const doing =
    (what: () => void): Command =>
    () => {
      what();
      return true;
    };
  const insertPictures = async (files: readonly File[]) => {
    const attachments = await options.pictures.ready();
    for (const file of files) {
      try {
        if (!(await isPicture(file))) throw new CatalogueError('request_invalid');
        const src = attachmentAddress(await attachments.add(file, true));
        if (view.isDestroyed) return;
        const embed: InlineObject = { object: 'image', src, alt: file.name };
        const { tr } = view.state;
        view.dispatch(
          tr.replaceSelectionWith(schema.nodes.object!.create({ embed })).scrollIntoView(),
        );
      } catch (error) {
        attachments.refuse(file.name, error);
      }
    }
  };
  /** Whether files came with it, which then are on their way. */
  const takeFiles = (from: DataTransfer | null) => {
    const files = [...(from?.files ?? [])];
    // Programs that copy words often add a picture of them.
    if (files.length === 0 || from?.types.includes('text/plain')) return false;
    insertPictures(files).catch((error: unknown) => {
      console.error('A picture could not be put in.', error);
    });
    return true;
  };
  const view = new EditorView(
    { mount: host },
    {
      state: EditorState.create({
        doc: documentOf(options.content),
        plugins: [
          heldKeys(),
          messageRules(),
          caretLists([emojiList(), mentionList({ all: () => [...options.people()] })]),
          keymap({
            'Mod-Enter': doing(() => options.onSend()),
            Enter: newLine,
            'Shift-Enter': newLine,
            Escape: doing(() => options.onLeave()),
            Backspace: undoInputRule,
            'Mod-b': toggle('bold'),
            'Mod-i': toggle('italic'),
            'Mod-u': toggle('underline'),
            'Mod-e': toggle('code'),
            'Mod-Shift-x': toggle('strike'),
            'Mod-z': undo,
            'Mod-y': redo,
            'Mod-Shift-z': redo,
          }),
          beforeinputKeys(),
          history(),
          new Plugin({
            filterTransaction: ({ doc }) =>
              doc.childCount === 1 && doc.firstChild?.type === schema.nodes.paragraph,
            view: () => ({
              update: ({ state }, before) => {
                if (!state.doc.eq(before.doc)) options.onChange(contentOf(state));
                for (const listener of listeners) listener();
              },
            }),
          }),
        ],
      }),
      attributes: ({ doc }) => ({
        ...(doc.firstChild?.content.size ? {} : { 'data-placeholder': options.label() }),
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': options.label(),
        class: 'message',
      }),
      transformPasted: inOneLine,
      handlePaste: (_view, { clipboardData }) => takeFiles(clipboardData),
      handleDrop: (_view, event) => takeFiles(event.dataTransfer),
      nodeViews: {
        object: (node) => {
          const picture = lineImage(node.attrs.embed as InlineObject);
          return picture
            ? new InlineImageView(node, picture, options.pictures)
            : { dom: DOMSerializer.fromSchema(schema).serializeNode(node) as HTMLElement };
        },
      },
      handleDOMEvents: {
        beforeinput: (_view, event) => {
          // The browser's own undo would take back what the view knows nothing of.
          const back = { historyUndo: undo, historyRedo: redo }[event.inputType];
          if (!back) return false;
          event.preventDefault();
          back(view.state, view.dispatch);
          return true;
        },
      },
    },
  );
  const stopComposed = applyRulesToComposed(view);
  return {
    view,
    get state() {
      return view.state;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setContent(content) {
      const { tr } = view.state;
      tr.replaceWith(1, tr.doc.content.size - 1, inlineFragment(content, false));
      view.dispatch(tr.setSelection(TextSelection.atEnd(tr.doc)));
    },
    focus() {
      view.focus();
    },
    insertPictures,
    destroy() {
      listeners.clear();
      stopComposed();
      view.destroy();
    },
  };
}

async function isPicture(file: Blob): Promise<boolean> {
  return (await withImageType(file)).type.startsWith('image/');
}

function documentOf(content: readonly Inline[]): Node {
  const line = schema.nodes.paragraph!.create(null, inlineFragment(content, false));
  return schema.nodes.doc!.create(null, line);
}

function contentOf({ doc }: EditorState): readonly Inline[] {
  return inlineContent(doc.firstChild!);
}

const newLine: Command = ({ tr }, dispatch) => {
  dispatch?.(tr.replaceSelectionWith(schema.nodes.break!.create()).scrollIntoView());
  return true;
};

/** The lines of all blocks, one below the other, with what a message may hold. */
function inOneLine(slice: Slice): Slice {
  const line: Node[] = [];
  let isFirst = true;
  const put = (parent: Node | Fragment) =>
    parent.forEach((child) => {
      if (child.isText || child.type === schema.nodes.break) line.push(child);
      else if (child.type === schema.nodes.object) {
        const { object } = child.attrs.embed as InlineObject;
        const { src } = child.attrs.embed as InlineObject;
        // A picture that lies elsewhere would tell that place who reads it.
        const isElsewhere = object === 'image' && attachmentOf(String(src)) === null;
        if (OBJECTS.has(object) && !isElsewhere) line.push(child);
      } else {
        if (child.isTextblock && !isFirst) line.push(schema.nodes.break!.create());
        if (child.isTextblock) isFirst = false;
        put(child);
      }
    });
  put(slice.content);
  return new Slice(Fragment.fromArray(line), 0, 0);
}
