export function clientOnly(code: string): string;
export function withoutHints(code: string): string;
