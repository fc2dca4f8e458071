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

/** The page that draws diagrams, in a frame of the app. */
const DIAGRAM_FRAME = '/diagram-frame.html';

/**
 * Adds the headers; a stricter policy that an answer has already stays. `host` is the request's Host
 * header, `path` what it asks for.
 */
export function addSecurityHeaders(headers: Headers, host: string | undefined, path: string): void {
  for (const [name, value] of FIXED) headers.set(name, value);
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  const policy =
    path === DIAGRAM_FRAME ? DIAGRAM_POLICY : contentSecurityPolicy(host, isPage ? TRUSTED : []);
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', policy);
}

/**
 * What people wrote is run through a large library there. So it has an origin that is nobody's and
 * reaches nothing: no page, no storage, no network. Only what the app gives it runs.
 */
const DIAGRAM_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

/**
 * Text becomes markup or the address of a script only by name: that of the app's own policy
 * (app/ui/trusted-types.ts), of the picture of the page (app/public/first-paint.js), and of what the
 * editor's library does with pasted HTML. In pages alone: the service worker loads its parts by text.
 */
const TRUSTED = [
  "require-trusted-types-for 'script'",
  'trusted-types driftless driftless-picture ProseMirrorClipboard',
];

function contentSecurityPolicy(host: string | undefined, more: readonly string[]): string {
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
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');
}
