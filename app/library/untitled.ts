/** What a document is called where it has no title. */
export const UNTITLED = 'Untitled';
