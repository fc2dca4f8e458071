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
