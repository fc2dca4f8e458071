/** What is wrong with the imports of these files, by path, a sentence each. */
export function troublesOf(sources: Readonly<Record<string, string>>): string[];
