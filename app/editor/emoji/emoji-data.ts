/** All emoji there are, with the names they are found by: a part of its own, loaded when needed. */
import lines from 'virtual:emoji-lines';

export interface Emoji {
  emoji: string;
  /** As written between colons. */
  names: readonly string[];
  /** Other words it is found by. */
  words: readonly string[];
}

export const EMOJI: readonly Emoji[] = lines.split('\n').map((line) => {
  const [emoji = '', names = '', tags = '', description = ''] = line.split('|');
  return {
    emoji,
    names: names.split(' '),
    words: [...tags.split(' '), ...description.split(' ')].filter((word) => word !== ''),
  };
});
