/** Short news, told from anywhere; `Announcer` shows them. */
const SHOWN_MS = 4000;

let shown = '';
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

export function announce(message: string, shownMs = SHOWN_MS): void {
  show(message);
  clearTimeout(timer);
  timer = setTimeout(() => show(''), shownMs);
}

function show(message: string): void {
  shown = message;
  for (const listener of listeners) listener();
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function news(): string {
  return shown;
}
