/**
 * Serves the built page of another editor.
 *
 * Invariant: files with a hash in their name may be kept by the browser, as in production.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface PageServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  close(): Promise<void>;
}

export async function servePage(folder: string): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = normalize(pathname === '/' ? '/index.html' : pathname);
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    try {
      const content = await readFile(join(folder, path));
      const cached = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'no-cache';
      response.writeHead(200, { 'content-type': type, 'cache-control': cached }).end(content);
    } catch (error) {
      // Such as the icon that browsers ask for.
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) console.error(`${path} could not be served:`, error);
      response.writeHead(isMissing ? 404 : 500).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The page has no port.');
  return {
    origin: `http://127.0.0.1:${bound.port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
