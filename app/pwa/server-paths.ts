/**
 * What only the server answers: the service worker must never answer it with the app's shell.
 * `public/direct-to-server.js` names the same.
 */
export const SERVER_PATHS = [
  /^\/(api|sync|\.well-known)\//,
  /^\/hocuspocus/,
  /^\/(healthz|readyz|metrics)$/,
];
