/**
 * The texts that are needed to read and write, in English: the source of all other languages.
 *
 * Invariant: the names of what can be used stay as they are; people's scripts, screen readers and
 * tests know the interface by them.
 */

export const en = {
  untitled: 'Untitled',
  outline: 'Outline',
  comments: 'Comments',
  suggestions: 'Suggestions',
  suggesting: 'Suggest changes',
  drafts: 'Drafts',
  history: 'History',
  authors: 'Colours of authors',
  whatIsNew: 'What is new',
  wordCount: 'Word count',
  look: 'Icon and layout…',
  settings: 'Settings',
  share: 'Share',
  allDocuments: 'All documents',
  opening: 'Opening…',
  tryOnline: 'The server cannot be reached now. Try again online.',
  notLoaded: {
    commands: 'The commands could not be loaded. Try again online.',
    menus: 'The menus could not be loaded. Try again online.',
    clipboard: 'The clipboard could not be loaded. Try again online.',
    part: (what: string) => `${what} could not be loaded. Try again online.`,
  },
  linkNotCopied: (address: string) => `The link could not be copied: ${address}`,

  body: 'Document body',
  title: 'Title',
  tabLeaves: 'Tab now leaves the text',
  fold: 'Fold',
  done: 'Done',
  image: (name: string) => `Image: ${name}`,
  file: (name: string) => `File: ${name}`,
  noDescription: 'no description',
  noName: 'no name',

  where: 'Where this document is',
  saveState: 'Save state',
  notSaved: 'Not saved',
  notHere: 'Not on this device',
  saving: 'Saving…',
  synced: 'Synced',
  sending: 'Sending…',
  savedHere: 'Saved on this device',
  offline: 'Offline · saved on this device',

  back: 'Back to all documents',
  readingMode: 'Reading mode',
  moreActions: 'More actions',
  moveToFolder: 'Move to folder…',
  drawnAnew: 'The page was drawn anew. Nothing was lost.',

  stopped: 'Stopped',
  stoppedWorking: 'This page stopped working',
  reload: 'Reload',
  stoppedHint: 'What was shown as saved is still on this device. Reload, online if you can.',
};
