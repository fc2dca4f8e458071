/**
 * Part of the service worker: what only the server answers goes past the worker, where the browser can do
 * that (Static Routing: Chromium since 123).
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
