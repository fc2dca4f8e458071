/** The texts of the parts that come after the page; see words.ts. */
import { enLate } from './en-late.ts';
import { loaded, type Widened, type Words } from './words.ts';

export type LateWords = Widened<typeof enLate>;
/** All texts of a language. What is missing in one does not compile. */
export type Catalogue = Words & LateWords;

export function tLate(): LateWords {
  return loaded() ?? enLate;
}
