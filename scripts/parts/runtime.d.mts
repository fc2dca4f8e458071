export const GIVES_MEMORY_BACK: Record<string, string>;
export function serverEnvironment(): Record<string, string>;
