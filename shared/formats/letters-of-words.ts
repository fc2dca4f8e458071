/**
 * What shows that a sign of Markdown stands in the middle of a word, and so is none: letters that have a
 * case, and digits. Of scripts that put no blanks between words, or none before endings, any letter may
 * stand beside a sign.
 */
export const IN_WORD = /[\p{Lu}\p{Ll}\p{Lt}\p{N}]/u;
