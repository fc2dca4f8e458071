export function fingerprint(paths: string[], counts?: (path: string) => boolean): string;
