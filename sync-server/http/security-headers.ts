/**
 * Headers that every answer carries.
 *
 * Invariant: a page of this server loads nothing from elsewhere, runs no inline script, tells
 * nobody where it was, and is not indexed.
 */
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

const FIXED: readonly (readonly [string, string])[] = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Robots-Tag', 'noindex'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  [
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), interest-cohort=()',
  ],
];

/** Adds the headers; a stricter policy of an answer of its own stays. `host` is the Host header. */
export function addSecurityHeaders(headers: Headers, host: string | undefined): void {
  for (const [name, value] of FIXED) headers.set(name, value);
  if (!headers.has('Content-Security-Policy')) {
    headers.set('Content-Security-Policy', contentSecurityPolicy(host));
  }
}

function contentSecurityPolicy(host: string | undefined): string {
  // Older browsers do not count the page's own WebSockets as 'self'.
  const sockets = host !== undefined && HOST.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
