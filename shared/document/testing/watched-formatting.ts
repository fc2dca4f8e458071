/**
 * Where formatting was put in a simulation, and whether it is there in the end.
 *
 * Invariant: only what somebody did on a device counts, with the tokens that device had: who had not
 * seen a token did nothing to its formatting.
 */
import * as Y from 'yjs';
import { bodyText } from '../body.ts';

/** Names of all attributes a token has, at any place it stands, and which character it is. */
interface Found {
  names: ReadonlySet<string>;
  id: string;
}

/** One application of an attribute: its name is its own. */
interface Application {
  on: Set<string>;
  notOn: Set<string>;
  /** Whether somebody took it off anything. */
  isTakenOff: boolean;
}

export class WatchedFormatting {
  readonly #isToken: (character: string) => boolean;
  readonly #applications = new Map<string, Application>();
  /** Tokens that somebody wrote anew, as is done with what stands between two differences. */
  readonly #rewritten = new Set<string>();

  constructor(isToken: (character: string) => boolean) {
    this.#isToken = isToken;
  }

  /** Does something to a device's document, and notes what it put on and took off. */
  watch<T>(doc: Y.Doc, act: () => T): T {
    const before = this.#byToken(doc);
    // Text that came without its formatting yet may seem to have what nobody put on it; and what is
    // typed behind a mark may take over what somebody put on the mark alone.
    for (const name of namesIn(doc)) this.#application(name);
    const result = act();
    const after = this.#byToken(doc);
    for (const [token, { names, id }] of before) {
      const now = after.get(token);
      if (!now) continue;
      if (now.id !== id) this.#rewritten.add(token);
      for (const name of names) if (!now.names.has(name)) this.#application(name).isTakenOff = true;
    }
    const known = new Set(this.#applications.keys());
    for (const [token, { names }] of after)
      for (const name of names) if (!known.has(name)) this.#application(name).on.add(token);
    for (const [name, { on, notOn }] of this.#applications)
      if (!known.has(name)) for (const token of after.keys()) if (!on.has(token)) notOn.add(token);
    return result;
  }

  /**
   * What is wrong with the formatting of a document that has everything; null where nothing is.
   * Tokens that may not stand where they stood are left out.
   */
  fault(doc: Y.Doc, isElsewhere: (token: string) => boolean): string | null {
    for (const [token, { names }] of this.#byToken(doc)) {
      if (isElsewhere(token) || this.#rewritten.has(token)) continue;
      for (const [name, { on, notOn, isTakenOff }] of this.#applications) {
        if (names.has(name) && notOn.has(token)) return `${name} ran on to ${token}`;
        if (!names.has(name) && on.has(token) && !isTakenOff) return `${name} of ${token} is gone`;
      }
    }
    return null;
  }

  #application(name: string): Application {
    let found = this.#applications.get(name);
    if (!found) {
      found = { on: new Set(), notOn: new Set(), isTakenOff: false };
      this.#applications.set(name, found);
    }
    return found;
  }

  #byToken(doc: Y.Doc): ReadonlyMap<string, Found> {
    const all = new Map<string, Found>();
    let names: ReadonlySet<string> = new Set();
    for (let item = bodyText(doc)._start; item !== null; item = item.right) {
      if (item.deleted) continue;
      const { content } = item;
      if (content instanceof Y.ContentFormat) {
        const others = [...names].filter((name) => name !== content.key);
        names = new Set(content.value === null ? others : [...others, content.key]);
      } else {
        let at = 0;
        for (const character of charactersIn(content)) {
          const elsewhere = all.get(character);
          const id = `${elsewhere?.id ?? ''} ${item.id.client}.${item.id.clock + at}`;
          const united = elsewhere ? new Set([...elsewhere.names, ...names]) : names;
          if (this.#isToken(character)) all.set(character, { names: united, id });
          at += character.length;
        }
      }
    }
    return all;
  }
}

/** Names of all attributes that anything in the text has, marks too. */
function namesIn(doc: Y.Doc): ReadonlySet<string> {
  const names = new Set<string>();
  for (let item = bodyText(doc)._start; item !== null; item = item.right)
    if (!item.deleted && item.content instanceof Y.ContentFormat) names.add(item.content.key);
  return names;
}

function charactersIn(content: Y.Item['content']): string {
  if (content instanceof Y.ContentString) return content.str;
  const embed: unknown = content instanceof Y.ContentEmbed ? content.embed : null;
  const { token } = (embed ?? {}) as { token?: unknown };
  return typeof token === 'string' ? token : '';
}
