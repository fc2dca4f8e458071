/**
 * Objects of the line that are more in the page than their text: people and dates.
 *
 * Invariant: how they look is theirs alone; what the document says of them is in its node.
 */
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import type { InlineObject } from '../../../shared/document/schema.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { dayOf } from './dates.ts';
import type { KnownPeople } from './known-people.ts';
import { dayInWords } from './shown-dates.ts';

export function isMention({ attrs }: Node): boolean {
  return (attrs.embed as InlineObject).object === 'mention';
}

/** Whether an object is a date that there is. */
export function isDay({ attrs }: Node): boolean {
  return dayOf(attrs.embed) !== null;
}

export class MentionView implements NodeView {
  readonly dom = document.createElement('span');
  readonly #people: KnownPeople;
  readonly #stop: () => void;
  #node: Node;

  constructor(node: Node, people: KnownPeople) {
    this.#node = node;
    this.#people = people;
    this.dom.className = 'mention';
    // Without a role of its own a part of the text has no name of its own.
    this.dom.setAttribute('role', 'img');
    this.#stop = people.subscribe(this.#draw);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || !isMention(node)) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  destroy(): void {
    this.#stop();
  }

  #draw = (): void => {
    const { person, name } = this.#node.attrs.embed as InlineObject;
    const known = typeof person === 'string' ? this.#people.find(person) : undefined;
    const shown =
      known?.name ?? (typeof name === 'string' && name !== '' ? name : tLazy().objects.someone);
    this.dom.textContent = `@${shown}`;
    this.dom.setAttribute('aria-label', tLazy().objects.mentionOf(shown));
    if (known) this.dom.dataset.color = known.color;
    else delete this.dom.dataset.color;
  };
}

export class DateView implements NodeView {
  readonly dom = document.createElement('span');
  readonly #time = document.createElement('time');
  #node: Node;

  constructor(node: Node, edit: () => void) {
    this.#node = node;
    this.dom.className = 'date';
    this.dom.setAttribute('role', 'button');
    this.dom.setAttribute('aria-haspopup', 'dialog');
    this.dom.append(this.#time);
    this.dom.addEventListener('click', edit);
    this.#draw();
  }

  update(node: Node): boolean {
    if (node.type !== this.#node.type || !isDay(node)) return false;
    this.#node = node;
    this.#draw();
    return true;
  }

  ignoreMutation(): boolean {
    return true;
  }

  #draw(): void {
    const day = dayOf(this.#node.attrs.embed) ?? '';
    this.#time.dateTime = day;
    this.#time.textContent = dayInWords(day, 'short');
    this.dom.setAttribute('aria-label', tLazy().objects.dateOf(dayInWords(day, 'long')));
  }
}
