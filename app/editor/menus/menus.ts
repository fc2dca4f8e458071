/**
 * Which panels and menus are open around the text: a store that React components subscribe to (see
 * use-menus.ts), kept up to date by a plugin, so that no component has to look at the text.
 *
 * Invariant: listeners hear of each update of the view and of each panel; what they read must be
 * cheap, since that is at every key.
 */
import { type Command, type EditorState, Plugin, PluginKey } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { t } from '../../i18n/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { type Binding, FROM_BODY } from '../binding/binding.ts';
import type { EditorCommand, Panel } from '../commands/command.ts';
import { selectedBlocks } from '../commands/commands.ts';
import type { AttachmentSource } from '../figures/attachment-source.ts';
import { TypedAhead } from './typed-ahead.ts';

const writing = new PluginKey<boolean>('writing');

/** Panels with a field that one types into at once. */
const WITH_FIELD: ReadonlySet<Panel> = new Set<Panel>(['palette', 'find', 'link', 'date']);

export class Menus {
  /** None until they are there: they come after the text. */
  commands: readonly EditorCommand[] = [];
  /** Who waits for the commands of what stands around the text; null once these are there, too. */
  around: (() => void)[] | null = [];
  /** Address of a block in this document, to send to someone. */
  readonly blockAddress: (id: string) => string;
  /** What knows where in the text a place of the document is. */
  readonly binding: Binding;
  /** Where pictures and files are kept. */
  readonly attachments: AttachmentSource;
  panel: Panel | null = null;
  /** How often a panel was asked for: asked again, an open one takes the focus again. */
  openings = 0;
  readonly typedAhead = new TypedAhead();
  /** A selection is being dragged with the pointer: nothing may come under it. */
  selecting = false;
  #view: EditorView | null = null;
  readonly #listeners = new Set<() => void>();

  constructor(
    blockAddress: (id: string) => string,
    binding: Binding,
    attachments: AttachmentSource,
  ) {
    this.blockAddress = blockAddress;
    this.binding = binding;
    this.attachments = attachments;
  }

  /** The view; it is there before anything is drawn around it. */
  get view(): EditorView {
    if (!this.#view) throw new Error('The menus have no view yet.');
    return this.#view;
  }

  get state(): EditorState {
    return this.view.state;
  }

  command(id: string): EditorCommand {
    const found = this.commands.find((command) => command.id === id);
    if (!found) throw new Error(`There is no command "${id}".`);
    return found;
  }

  /**
   * Whether the last thing done in the text was to write, or to use a command's key: then what floats
   * beside the text steps back.
   */
  get writing(): boolean {
    return writing.getState(this.state) ?? false;
  }

  /** Runs a command that was chosen with the pointer or in a menu. */
  run(command: EditorCommand): boolean {
    const { view } = this;
    return command.run(view.state, (tr) => view.dispatch(tr.setMeta(writing, false)), view);
  }

  open = (panel: Panel): void => {
    this.panel = panel;
    this.openings++;
    // Whoever types on at once must not type into the text while the panel is on its way.
    if (WITH_FIELD.has(panel)) this.typedAhead.wait(this.close);
    else if (panel !== 'toolbar') this.#view?.dom.blur();
    // Whoever asks for it wants it also where it has stepped back.
    else this.#view?.dispatch(this.#view.state.tr.setMeta(writing, false));
    this.#tell();
  };

  /** Closes the panel; the focus goes back to the text. */
  close = (): void => {
    this.panel = null;
    this.typedAhead.stop();
    this.#tell();
    // The view itself takes the focus only where one can write.
    if (this.#view?.editable) this.#view.focus();
    else this.#view?.dom.focus({ preventScroll: true });
  };

  /**
   * Where the focus goes when a dialog has gone: to the text, unless something has it by then. A
   * dialog that is about to close still keeps it, or loses it with what had it.
   */
  focusLeft = (): HTMLElement | false => {
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    const isKept = activeElement?.closest('[role="dialog"][data-closed]') != null;
    return this.panel === null && (isLost || isKept) ? (this.#view?.dom ?? false) : false;
  };

  /** Puts the address of the block with the caret on the clipboard. */
  copyBlockLink: Command = (state, dispatch) => {
    const { id } = state.doc.child(selectedBlocks(state).from).attrs;
    if (dispatch) {
      const address = this.blockAddress(String(id));
      import('./copy-block-link.ts').then(
        ({ copyBlockLink }) => copyBlockLink(address),
        () => announce(t().linkNotCopied(address)),
      );
    }
    return true;
  };

  /** What the panel stood for has been done; the focus is where it should be. */
  took(): void {
    this.panel = null;
    this.#tell();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  plugin(): Plugin<boolean> {
    return new Plugin<boolean>({
      key: writing,
      state: {
        init: () => false,
        apply: (tr, was) => {
          if (tr.getMeta(writing) === false) return false;
          // What others write says nothing about oneself.
          if (tr.docChanged) return was || !tr.getMeta(FROM_BODY);
          return was && !tr.selectionSet;
        },
      },
      view: (view) => {
        this.#view = view;
        const stopFollowing = this.#followPointer(view);
        return {
          update: this.#tell,
          destroy: stopFollowing,
        };
      },
      props: {
        handleDOMEvents: {
          focus: this.#onFocus,
          blur: this.#onFocus,
        },
      },
    });
  }

  #onFocus = (): boolean => {
    // The page knows which element has the focus once the event is over.
    queueMicrotask(this.#tell);
    return false;
  };

  #followPointer(view: EditorView): () => void {
    const down = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      this.selecting = true;
      this.#tell();
    };
    const up = () => {
      if (!this.selecting) return;
      this.selecting = false;
      this.#tell();
    };
    view.dom.addEventListener('pointerdown', down);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
    return () => {
      view.dom.removeEventListener('pointerdown', down);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
    };
  }

  #tell = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
