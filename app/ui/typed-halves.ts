/**
 * Characters of two units as Firefox hands them over from a keyboard: one unit with one key press,
 * and the other with the next.
 *
 * Invariant: no field of the app, and not the text, ever holds half of a character that is typed:
 * it would be written, and so sent, before the other half has come.
 */

/** Begins, for as long as the page is there. Other browsers never hand over such units. */
export function joinTypedHalves(): void {
  let first = '';
  addEventListener(
    'keypress',
    (event) => {
      const unit = String.fromCharCode(event.charCode);
      if (unit >= '\ud800' && unit <= '\udfff') {
        event.preventDefault();
        event.stopPropagation();
        const isSecond = unit >= '\udc00';
        // As if the whole were typed, in a field of any kind. A second one alone is no character.
        if (isSecond && first) document.execCommand('insertText', false, first + unit);
        first = isSecond ? '' : unit;
      } else first = '';
    },
    true,
  );
}
