/** What one has to know of the writing of the world while somebody types. */

/** Letters of scripts in which a word may begin right behind another one; for regular expressions. */
export const UNSPACED =
  '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Laoo}\\p{scx=Khmr}\\p{scx=Mymr}]';
