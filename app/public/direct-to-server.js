/**
 * Part of the service worker: what only the server answers goes past the worker, where the browser can do
 * that (Static Routing: Chromium since 123); what it says while the app is closed, and what becomes of a
 * notification that is pressed.
 *
 * So the worker can end. Every request it sees starts it again, and a new build waits until the old one's
 * worker has ended: for up to five minutes, where a page asks the server every other second meanwhile.
 */
addEventListener('install', (event) => {
  if (!('addRoutes' in event)) return;
  // The same as in `pwa/server-paths.ts`.
  const paths = [
    '/api/*',
    '/sync/*',
    '/hocuspocus*',
    '/.well-known/*',
    '/healthz',
    '/readyz',
    '/metrics',
  ];
  event.addRoutes(paths.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })));
});

/**
 * The server says that there is something for the person here in a document, by its id alone: see
 * `settings/push.ts`. A page that is open looks what it is and says so in its own words.
 */
addEventListener('push', (event) => {
  let docId;
  try {
    docId = event.data?.json()?.docId;
  } catch {
    // Not of ours: a browser wants something to be shown all the same.
  }
  const isDocument = /^[1-9A-HJ-NP-Za-km-z]{16,22}$/.test(docId);
  const tell = async () => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (isDocument) for (const page of pages) page.postMessage({ type: 'push', docId });
    if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
    const kept = await caches.match('/push-texts');
    const { title = 'Driftless', ...texts } = (await kept?.json()) ?? {};
    await registration.showNotification(title, {
      ...texts,
      tag: isDocument ? `push ${docId}` : 'push',
      data: { path: isDocument ? `/d/${docId}` : '/' },
    });
    // How many, the next page says.
    if (pages.length === 0) await navigator.setAppBadge?.().catch(() => undefined);
  };
  event.waitUntil(tell());
});

/** Whoever presses a notification comes to its document, in a page that shows it where there is one. */
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path;
  if (typeof path !== 'string' || !path.startsWith('/')) return;
  const show = async () => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => new URL(url).pathname === path);
    await (page ? page.focus() : clients.openWindow(path));
  };
  event.waitUntil(show());
});
