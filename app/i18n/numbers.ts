/**
 * Numbers in the texts of a language: written as it writes them, with the form of the words that it
 * has for so many.
 */

/** A text for each form that the language has; `#` stands for the number. */
export type Forms<Rule extends Intl.LDMLPluralRule> = Readonly<Record<Rule, string>>;

export interface Numbers<Rule extends Intl.LDMLPluralRule> {
  number: (value: number) => string;
  /** Of a hundred. */
  percent: (value: number) => string;
  plural: (count: number, forms: Forms<Rule>) => string;
}

/** A whole number as somebody typed it, in the digits of any script; null where it is none. */
export function readWhole(typed: string): number | null {
  // Those that only look otherwise, such as an input method's wide ones, become plain ones.
  const digits = typed
    .normalize('NFKC')
    .trim()
    .match(/^\p{Nd}+$/u)?.[0];
  return digits === undefined ? null : Number([...digits].map(digitValue).join(''));
}

/** The ten of a script follow each other, and no other digit stands before them. */
function digitValue(digit: string): number {
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(digit.codePointAt(0)! - value - 1)))
    value++;
  return value;
}

/** @param rules all forms that the language has, so that none can be forgotten */
export function numbersOf<Rule extends Intl.LDMLPluralRule>(
  tag: string,
  rules: readonly Rule[],
): Numbers<Rule> {
  const format = new Intl.NumberFormat(tag);
  const ofHundred = new Intl.NumberFormat(tag, { style: 'percent' });
  const ruleOf = new Intl.PluralRules(tag);
  const number = (value: number): string => format.format(value);
  return {
    number,
    percent: (value) => ofHundred.format(value / 100),
    plural: (count, forms) => {
      const rule = rules.find((known) => known === ruleOf.select(count)) ?? rules.at(-1)!;
      return forms[rule].replaceAll('#', number(count));
    },
  };
}
