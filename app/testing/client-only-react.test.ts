import { readFile } from 'node:fs/promises';
import { minify } from 'terser';
import { describe, expect, it } from 'vitest';
import { clientOnly, withoutHints } from '../../scripts/parts/client-only-react.mjs';

const REACT = new URL(
  '../../node_modules/react-dom/cjs/react-dom-client.production.js',
  import.meta.url,
);

const REACT_DOM = new URL(
  '../../node_modules/react-dom/cjs/react-dom.production.js',
  import.meta.url,
);

describe('React for pages that only a browser draws', () => {
  it('hydrates nothing, and is a script still', async () => {
    const code = clientOnly(await readFile(REACT, 'utf8'));
    expect(() => new Function('exports', 'require', code)).not.toThrow();
    // Whether it hydrates is asked nowhere any more; the word is left as a name of parameters.
    expect(code.match(/\bisHydrating\b(?!\$)/g)).toHaveLength(4);
    expect(code).not.toMatch(/(?:isHydrating = !0|\.isDehydrated)\b/);
    // Nor whether something is a view transition, of which the app has none.
    expect(code).not.toMatch(/\b30 === [\w$.]+\.tag\b|\bshouldStartViewTransition\n? *\?/);
  });

  it('draws no list of what is suspended, and moves nothing into the head of the page', async () => {
    const react = await readFile(REACT, 'utf8');
    const [before, after] = await Promise.all(
      [react, clientOnly(react)].map(async (code) => {
        const options = { module: true, mangle: false, compress: { passes: 2 } };
        return (await minify(code, options)).code!;
      }),
    );
    const gone = ['updateSuspenseListComponent', 'getResource', 'isSingletonScope'];
    for (const name of gone) {
      expect(before).toContain(name);
      expect(after).not.toContain(name);
    }
  }, 60_000);

  it('asks for no file in advance', async () => {
    const code = clientOnly(await readFile(REACT, 'utf8'));
    expect(/SharedInternals\.d = \{([\s\S]*?)\}/.exec(code)?.[1]?.match(/\w+(?=:)/g)).toEqual([
      'f',
      'r',
    ]);
    const rest = withoutHints(await readFile(REACT_DOM, 'utf8'));
    const exports: Record<string, unknown> = {};
    new Function('exports', 'require', rest)(exports, () => ({}));
    expect(Object.keys(exports).filter((name) => /^pre/.test(name))).toEqual([]);
    expect(exports).toMatchObject({
      createPortal: expect.any(Function),
      flushSync: expect.any(Function),
    });
  });

  it('is refused where it is written otherwise', () => {
    expect(() => clientOnly('var isHydrating = false;')).toThrow('React says otherwise');
    expect(() => clientOnly('var a, isHydrating = !1, b;')).toThrow('any more');
    expect(() => withoutHints('exports.preload = null;')).toThrow(
      'React has no preconnect any more',
    );
  });
});
