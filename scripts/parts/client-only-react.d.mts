export function clientOnly(code: string): string;
