export function withoutUnusedMethods(
  scripts: ReadonlyMap<string, string>,
  from: string,
  parse: (code: string) => object,
): string;
