/** Code, and Markdown that has no block of its own: it is written word for word. */
import { pre } from './elements.ts';
import type { BlockFormat } from './format.ts';

export const code: BlockFormat = {
  toMarkdown: ({ block }, write) => {
    const value = write.source(block);
    if (block.raw) return value.trim() ? [{ type: 'verbatim', value }] : [];
    const info = (block.language ?? '').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
    const [, lang, meta] = /^([^ \t\r\n]+)[ \t\r\n]*(.*)$/s.exec(info) ?? [];
    return [
      { type: 'code', lang: lang || null, meta: meta?.replace(/[\r\n]+/g, ' ') || null, value },
    ];
  },
  toHtml: ({ language = '', raw }, write) => {
    const name = /^[^\s]+/.exec(language.trim())?.[0];
    // What is more than a name, such as `js {1,3}`, is no class.
    const isName = /^[\w+#.-]*$/.test(language);
    return pre(name ? `language-${name}` : '', write.source(), {
      ...(isName ? {} : { language }),
      ...(raw ? { raw: 'true' } : {}),
    });
  },
};
