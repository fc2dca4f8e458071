/** The texts of the parts that come after the page; see i18n.ts. */
import { enLazy } from './en-lazy.ts';
import { loaded, type Texts, type Widened } from './i18n.ts';

export type LazyTexts = Widened<typeof enLazy>;
/** All texts of a language. What is missing in one does not compile. */
export type Catalogue = Texts & LazyTexts;

export function tLazy(): LazyTexts {
  return loaded() ?? enLazy;
}
