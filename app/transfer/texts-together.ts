/**
 * Texts that come together, each from its path: which of them an address in another one leads to.
 *
 * Invariant: nothing is guessed: a name that several have, in folders of their own, leads nowhere.
 */
import { TEXT } from './markdown-file.ts';
import { pathOf } from './taken-in.ts';

export class TextsTogether<Text> {
  readonly #byPath = new Map<string, Text>();
  /** By what alone is called so, as notes of Obsidian name one another; null where several are. */
  readonly #byName = new Map<string, Text | null>();

  add(path: string, text: Text): void {
    const whole = keyOf(path);
    const bare = whole.replace(TEXT, '');
    for (const key of [whole, bare]) if (!this.#byPath.has(key)) this.#byPath.set(key, text);
    const name = lastOf(bare);
    this.#byName.set(name, this.#byName.has(name) ? null : text);
  }

  /** The text that a relative address in the one at `from` leads to. */
  at(from: string, address: string): Text | null {
    const path = pathOf(address);
    return path === null ? null : this.named(from, path);
  }

  /** The text of this name, or path, for the one at `from`. */
  named(from: string, name: string): Text | null {
    const [beside = '', fromTop = ''] = [from.replace(/[^/]*$/, ''), ''].map((folder) =>
      keyOf(within(folder, name)),
    );
    const alone = this.#byName.get(lastOf(fromTop).replace(TEXT, ''));
    return this.#byPath.get(beside) ?? this.#byPath.get(fromTop) ?? alone ?? null;
  }
}

/** Systems take letters with accents apart, and some take no notice of the case. */
function keyOf(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

function lastOf(path: string): string {
  return path.split('/').at(-1)!;
}

/** Where an address leads from the folder of a text; never above the top. */
export function within(folder: string, address: string): string {
  const names: string[] = [];
  for (const name of `${folder}${address}`.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/');
}
