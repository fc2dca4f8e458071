/**
 * Keeps what is typed while a panel with a field is still on its way, for that field.
 *
 * Invariant: a key pressed after the panel was asked for never reaches the text. What comes after
 * Enter is not kept: nobody knows yet what Enter will do.
 */
import { t } from '../../i18n/i18n.ts';
import { isOfInputMethod } from '../../ui/keyboard.ts';
export interface Typed {
  readonly text: string;
  /** Enter was pressed behind the text. */
  readonly entered: boolean;
}

const NOTHING: Typed = { text: '', entered: false };

export class TypedAhead {
  #field: HTMLInputElement | null = null;
  #typed = NOTHING;

  /** Takes the focus until the panel's own field does. */
  wait(onCancel: () => void): void {
    this.#typed = NOTHING;
    if (this.#field) return;
    const field = document.createElement('input');
    field.setAttribute('aria-label', t().opening);
    field.autocomplete = 'off';
    // In view, so that no browser scrolls to it, and too small to be seen.
    field.style.cssText =
      'position:fixed;inset:0 auto auto 0;width:1px;height:1px;opacity:0;border:0';
    field.addEventListener('keydown', (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') onCancel();
      else if (event.key === 'Enter' && !isOfInputMethod(event))
        this.#typed = { text: '', entered: true };
      else if (!this.#typed.entered) return;
      event.preventDefault();
    });
    this.#field = field;
    document.body.append(field);
    field.focus({ preventScroll: true });
  }

  /** For the panel's field, which has the focus now: the same however often it is asked. */
  drain(): Typed {
    if (this.#field) {
      this.#typed = { text: this.#field.value, entered: this.#typed.entered };
      this.stop();
    }
    return this.#typed;
  }

  stop(): void {
    this.#field?.remove();
    this.#field = null;
  }
}
