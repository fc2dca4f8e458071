/** A line for each emoji: the emoji, its names, its tags and what it shows, between bars. */
declare module 'virtual:emoji-lines' {
  const lines: string;
  export default lines;
}
