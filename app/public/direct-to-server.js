/**
 * Part of the service worker: what only the server answers goes past the worker, where the browser can do
 * that (Static Routing: Chromium since 123); and what becomes of a notification that is pressed.
 *
 * So the worker can end. Every request it sees starts it again, and a new build waits until the old one's
 * worker has ended: for up to five minutes, where a page asks the server every other second meanwhile.
 */
addEventListener('install', (event) => {
  if (!('addRoutes' in event)) return;
  // The same as in `vite.config.ts`.
  const paths = ['/api/*', '/sync/*', '/hocuspocus*', '/healthz', '/readyz', '/metrics'];
  event.addRoutes(paths.map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })));
});

/** Whoever presses a notification comes to its document, in a page that shows it where there is one. */
addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data?.path;
  if (typeof path !== 'string' || !path.startsWith('/d/')) return;
  const show = async () => {
    const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    const page = pages.find(({ url }) => new URL(url).pathname === path);
    await (page ? page.focus() : clients.openWindow(path));
  };
  event.waitUntil(show());
});
