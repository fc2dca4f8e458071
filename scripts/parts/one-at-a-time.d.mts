export function oneAtATime<T>(what: string, work: () => Promise<T>, patience?: number): Promise<T>;
