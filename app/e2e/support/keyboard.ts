/**
 * A keyboard on glass, played from a recording.
 *
 * Invariant: what is composed goes through the browser's own input method. What Chromium's protocol
 * cannot ask for (deletions, replacements, selections by a keyboard) is done in the page as the
 * device does it: the event first; and only where nobody prevents it, the change.
 */
import type { CDPSession } from '@playwright/test';
import type { Call } from '../../testing/keyboards/recordings.ts';
import type { Person } from './person.ts';

export class Keyboard {
  readonly #person: Person;
  readonly #device: CDPSession;
  readonly #isIos: boolean;

  private constructor(person: Person, device: CDPSession, isIos: boolean) {
    this.#person = person;
    this.#device = device;
    this.#isIos = isIos;
  }

  static async of(person: Person, system: 'Android' | 'iOS'): Promise<Keyboard> {
    const device = await person.context.newCDPSession(person.page);
    return new Keyboard(person, device, system === 'iOS');
  }

  async play(call: Call): Promise<void> {
    if ('compose' in call) await this.#compose(call.compose);
    else if ('recompose' in call) {
      const at = (await this.#person.lines())[0]!.lastIndexOf(call.recompose);
      await this.#compose(call.as, { from: at, to: at + call.recompose.length });
    } else if ('insert' in call && !this.#isIos)
      await this.#device.send('Input.insertText', { text: call.insert });
    else if ('key' in call && !this.#isIos)
      await this.#device.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Unidentified',
        windowsVirtualKeyCode: 229,
        commands: [call.key === 'Enter' ? 'insertNewline' : 'deleteBackward'],
      });
    else await this.#person.body.evaluate(playInPage, { call, isIos: this.#isIos });
  }

  #compose(text: string, over?: { from: number; to: number }): Promise<unknown> {
    return this.#device.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
      ...(over && { replacementStart: over.from, replacementEnd: over.to }),
    });
  }
}

function playInPage(
  body: HTMLElement | SVGElement,
  { call, isIos }: { call: Call; isIos: boolean },
): void {
  const selection = getSelection()!;

  /** So much text before the caret, over the edges of formatting. */
  function behind(units: number): Range {
    const range = selection.getRangeAt(0).cloneRange();
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const all: Text[] = [];
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (!text.parentElement!.isContentEditable) continue;
      if (range.comparePoint(text, 0) <= 0) all.push(text);
    }
    let left = units;
    for (const text of all.reverse()) {
      const end = text === range.endContainer ? range.endOffset : text.length;
      range.setStart(text, Math.max(0, end - left));
      left -= end;
      if (left <= 0) break;
    }
    return range;
  }

  function select(range: Range): void {
    const { startContainer, startOffset, endContainer, endOffset } = range;
    selection.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  }

  function asks(inputType: string, range: Range, also: InputEventInit = {}): boolean {
    const init = { inputType, targetRanges: [new StaticRange(range)], bubbles: true };
    return body.dispatchEvent(
      new InputEvent('beforeinput', { ...init, cancelable: true, composed: true, ...also }),
    );
  }

  function presses(key: string, keyCode: number): boolean {
    const init = { key, keyCode, bubbles: true, cancelable: true };
    return body.dispatchEvent(new KeyboardEvent('keydown', init));
  }

  if ('insert' in call) {
    const { insert } = call;
    const isKey = insert.length === 1;
    const code = /^[a-z]$/i.test(insert) ? insert.toUpperCase().charCodeAt(0) : 0;
    if (!presses(isKey ? insert : 'Unidentified', isKey ? code : 229)) return;
    if (asks('insertText', behind(0), { data: insert }))
      document.execCommand('insertText', false, insert);
  } else if ('remove' in call) {
    const range = behind(call.remove);
    // Android selects what is to go, and a key without a name is told before.
    if (!isIos) {
      presses('Unidentified', 229);
      select(range);
    }
    if (!asks('deleteContentBackward', range)) return;
    select(range);
    document.execCommand('delete');
  } else if ('replace' in call) {
    const range = behind(call.replace);
    const dataTransfer = new DataTransfer();
    dataTransfer.setData('text/plain', call.by);
    if (!asks(call.inputType ?? 'insertReplacementText', range, { data: null, dataTransfer }))
      return;
    select(range);
    document.execCommand('insertText', false, call.by);
  } else if ('over' in call) {
    select(behind(call.over));
    if (asks('insertText', selection.getRangeAt(0), { data: call.by }))
      document.execCommand('insertText', false, call.by);
  } else if ('key' in call) {
    const isEnter = call.key === 'Enter';
    if (!presses(call.key, isEnter ? 13 : 8)) return;
    const asked = isEnter ? 'insertParagraph' : 'deleteContentBackward';
    if (asks(asked, behind(isEnter ? 0 : 1))) document.execCommand(isEnter ? asked : 'delete');
  }
}
