export const INPUTS: readonly string[];
export function ensureBuilt(): Promise<boolean>;
