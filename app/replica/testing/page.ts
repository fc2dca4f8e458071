/**
 * The two things of a page that a replica listens to, for tests: the rest of one would replace Node's
 * sockets. To be imported before anything is opened.
 */
export const page = new EventTarget();

let isOnline = true;

Object.assign(globalThis, {
  addEventListener: page.addEventListener.bind(page),
  removeEventListener: page.removeEventListener.bind(page),
});
Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline });

/** Whether there is a network from now on, which the page hears of. */
export function setOnline(online: boolean): void {
  isOnline = online;
  page.dispatchEvent(new Event(online ? 'online' : 'offline'));
}
