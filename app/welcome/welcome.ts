/**
 * The welcome document: what one can do here, to be tried out in it. It is Markdown, a file for each
 * language, and becomes a document of one's own when somebody asks for it.
 *
 * Invariant: it is fetched before it could be missing, with the rest of the app.
 */
import type { BlockContent } from '../../shared/document/schema.ts';
import { Lazy } from '../ui/lazy-part.ts';

const text = new Lazy(async () => (await import('./en.md?raw')).default);

export async function readWelcome(): Promise<{ title: string; blocks: BlockContent[] }> {
  const [, { parseMarkdown }] = await Promise.all([
    text.load(),
    import('../../shared/formats/markdown.ts'),
  ]);
  const { title, blocks } = parseMarkdown(text.get() ?? '');
  return { title: title ?? '', blocks };
}
