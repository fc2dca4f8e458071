/**
 * What is measured: an editor on its page, its server, and another person who writes there.
 *
 * Invariant: the same for every editor, so that the measuring knows none of them.
 */
import type { Page } from '@playwright/test';

export interface Subject {
  /** How it is called in the tables. */
  readonly title: string;
  /** Packages it consists of, with their versions. */
  readonly versions: readonly string[];
  /** Selector of the element one writes in. Its paragraphs are `p` elements. */
  readonly body: string;
  /** Selector of what shows another person's caret. */
  readonly caret: string;
  /** Makes a document of these paragraphs and puts it on the subject's server. */
  share(paragraphs: readonly string[]): Promise<SharedDocument>;
  /** Waits until everything is stored on the device and known to the server. */
  settle(page: Page): Promise<void>;
  dispose(): Promise<void>;
}

export interface SharedDocument {
  /** Where to open it for the first time. */
  readonly invitation: string;
  /** Where to open it on any other day. */
  readonly address: string;
  readonly writer: Writer;
}

/**
 * Another person in the document: no browser, only Yjs and the y-websocket protocol. Paragraphs are
 * counted from 0.
 */
export interface Writer {
  /** Types at the end of a paragraph. */
  type(paragraph: number, text: string): void;
  /** Shows others a caret there. */
  putCaret(paragraph: number, offset: number): void;
  /** Puts paragraphs behind one, all in one change. */
  insertAfter(paragraph: number, texts: readonly string[]): void;
  /** Resolves as soon as the paragraphs, as this person has them, are so. */
  until(what: string, isSo: (lines: string[]) => boolean): Promise<void>;
  leave(): void;
}
