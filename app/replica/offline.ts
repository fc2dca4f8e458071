/**
 * Whether there is a way to the server. A browser that knows of no network says so, but the server can run
 * on the same device: so it is asked, by `ask-without-network.ts`.
 */
let hasAnswered = false;

/** Whether the device has no network, and no server of its own has answered. */
export function isOffline(): boolean {
  return globalThis.navigator?.onLine === false && !hasAnswered;
}

/** Whether a server answers without a network. */
export function noteAnswer(answered: boolean): void {
  hasAnswered = answered;
}
