/**
 * Numbers in the texts of a language: written as it writes them, with the form of the words that it
 * has for so many.
 */

/** A form for each kind of number that the language tells apart; `#` stands for the number. */
export type Forms = { readonly other: string } & {
  readonly [Rule in Intl.LDMLPluralRule]?: string;
};

export interface Numbers {
  number: (value: number) => string;
  plural: (count: number, forms: Forms) => string;
}

export function numbersOf(tag: string): Numbers {
  const format = new Intl.NumberFormat(tag);
  const rules = new Intl.PluralRules(tag);
  const number = (value: number): string => format.format(value);
  return {
    number,
    plural: (count, forms) =>
      (forms[rules.select(count)] ?? forms.other).replaceAll('#', number(count)),
  };
}
