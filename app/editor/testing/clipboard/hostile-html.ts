/**
 * HTML for the clipboard as a broken program or a hostile page may write it: real clips changed at
 * random, and trees of tags that fit together badly, with everything in them that was ever trouble.
 *
 * Invariant: one seed gives one text. What fuzzing found is added to `KEPT`, with what it is.
 */
import { HALVES, LETTERS } from '../../../../shared/testing/alphabet.ts';
import { type Chance, mutatedText, pick } from '../../../../shared/testing/fuzz.ts';
import { PAYLOADS } from './payloads.ts';

/** Clips that were trouble once, here or elsewhere. */
export const KEPT: Readonly<Record<string, string>> = {
  'MathML and a style confuse namespaces':
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  'a form in a form':
    '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  'SVG with a foreign object':
    '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>"></svg><svg><foreignObject><p>seen',
  'noscript that is text or not':
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">in</noscript>out',
  'a table in a list in a table':
    '<table><tr><td><ul><li>one<table><tr><td>two<td>three</table>four</ul><td>five</table>six',
  'text before the cells of a table': '<table>before<tr>between<td>in</td>behind</tr></table>after',
  'rows without a table': '<tr><td>a</td><td>b</td></tr><tr><td>c',
  'a clip of ours with a forged context':
    '<p data-pm-slice="1 1 [&quot;table&quot;,{&quot;columns&quot;:7},&quot;tableRow&quot;,null]">cell</p>',
  'a clip of ours with attributes of other types':
    '<p data-pm-slice="0 0 [&quot;heading&quot;,{&quot;level&quot;:&quot;x onload=&quot;,&quot;depth&quot;:-4}]">deep</p>',
  'a clip of ours that names what every object knows':
    '<p data-pm-slice="2 2 [&quot;__proto__&quot;,null,&quot;constructor&quot;,{}]">known</p>',
  'a clip of ours cut in the middle':
    '<div data-pm-slice="0 0 []"><figure class="image" data-src="x"><img src="/a" data-pixels="9x',
  'objects of ours that are none':
    'a<span data-embed="{&quot;object&quot;:&quot;mention&quot;,&quot;name&quot;:{&quot;x&quot;:[]},&quot;person&quot;:7}">b</span>' +
    '<span data-embed="[1]">c</span><span data-embed="{&quot;object&quot;:&quot;image&quot;,&quot;src&quot;:&quot;javascript:1&quot;}">d</span>',
  'a file of ours that runs':
    '<div data-pm-slice="0 0 []"><figure class="file"><a download href="java&#9;script:alert(1)" data-size="1e999" type="text/html">plan</a></figure></div>',
  'lists of Notion':
    '<meta charset="utf-8"><ul><li>a<ul><li>b</li></ul></li><!-- notionvc: 1 --></ul><ol start="-5"><li>c<li value=9>d</ol>',
  'a sheet of LibreOffice':
    '<body><table cellspacing="0"><colgroup span="2" width="85"></colgroup><tr><td colspan=2 align="center"><b>both</b></td></tr>' +
    '<tr><td sdval="1" sdnum="1033;"><font color="#000">1</font></td><td>b<br></td></tr></table>',
  'a line of VS Code':
    '<meta charset="utf-8"><div style="color: #ccc;font-family: monospace;white-space: pre;"><div><span style="color:red">let</span> a;</div><br><div>b();</div></div>',
};

/** What breaks out of where it is put, or is not what it seems. */
const ODD = [
  '\u0000',
  '\uD800',
  '\uDC00',
  '\uFEFF',
  '\uFFFC',
  '\u200B',
  '\u202Eevil\u2066',
  '\u00A0',
  '\r\n',
  '\t',
  '<!--',
  '-->',
  '<![endif]-->',
  '<!--[if gte mso 9]><xml>',
  '<!--StartFragment-->',
  '<![CDATA[',
  ']]>',
  '<',
  '>',
  '"',
  "'",
  '</',
  '&',
  '&#0;',
  '&#xD800;',
  '&Tab;',
  '&NewLine;',
  '&lt;b&gt;',
  '<br>',
  '<hr>',
  '<td>',
  '<tr>',
  '<li>',
  '</table>',
  '</p>',
  '<p>',
  '<pre>',
  '<base href="https://elsewhere.invalid/">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>p{background:url(//elsewhere.invalid)}</style>',
  '<script>alert(1)</script>',
  '<template><p>never seen</p></template>',
  '<plaintext>',
  '<xmp>',
  '<frameset>',
  '<select><option>',
  '<textarea>',
  '<title>',
  '<input type=checkbox checked>',
  '<x-y is="z">',
  '<svg><style>',
  '<math><annotation-xml encoding="text/html">',
  '<img src=x onerror=alert(1)>',
  '<a href="&#106;avascript:alert(1)">',
  '[x] ',
  '💡',
  ...HALVES,
];

const TAGS = [
  ...['p', 'p', 'p', 'div', 'div', 'span', 'span', 'b', 'i', 'u', 's', 'code', 'mark', 'a', 'font'],
  ...['h1', 'h2', 'h6', 'ul', 'ul', 'ol', 'ol', 'li', 'li', 'li', 'blockquote', 'pre', 'aside'],
  ...['table', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'tr', 'td', 'td', 'th', 'caption', 'col'],
  ...['details', 'summary', 'figure', 'figcaption', 'section', 'form', 'center', 'dl', 'dt', 'dd'],
  ...['svg', 'math', 'mtext', 'foreignObject', 'template', 'style', 'script', 'noscript', 'iframe'],
  ...[
    'button',
    'select',
    'option',
    'textarea',
    'input',
    'object',
    'video',
    'x-block',
    'o:p',
    'main',
  ],
];

const ADDRESSES = [
  'https://example.org/a',
  'mailto:a@example.org',
  '/d/somewhere',
  '#there',
  'javascript:alert(1)',
  ' jAvA&#x0A;sCript&colon;alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:msgbox',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'blob:https://example.org/x',
  'file:///etc/passwd',
  'view-source:javascript:1',
  '//elsewhere.invalid/x',
  '\\\\elsewhere\\x',
  'attachments/../../x',
  'http://[',
  '?javascript:1',
  '\u00A0javascript:alert(1)',
];

const ATTRIBUTES: readonly ((chance: Chance) => string)[] = [
  (chance) => `href="${pick(chance, ADDRESSES)}"`,
  (chance) => `src='${pick(chance, ADDRESSES)}'`,
  (chance) => `xlink:href="${pick(chance, ADDRESSES)}" download`,
  () => 'onclick="alert(1)" onload=alert(1)',
  (chance) => `colspan=${pick(chance, HUGE)} rowspan=${pick(chance, HUGE)}`,
  (chance) => `start="${pick(chance, HUGE)}" value=${pick(chance, HUGE)}`,
  (chance) => `style="${pick(chance, STYLES)}"`,
  (chance) => `class="${pick(chance, CLASSES)}"`,
  (chance) => `data-pm-slice='${pick(chance, SLICES)}'`,
  (chance) => `data-embed='${pick(chance, EMBEDS)}'`,
  (chance) =>
    `data-${pick(chance, ['depth', 'color', 'tone', 'icon', 'src', 'href', 'start', 'checked', 'size', 'name', 'aria-level', 'number'])}="${pick(chance, [...HUGE, ...ADDRESSES, 'red', 'tip'])}"`,
  (chance) =>
    `role=${pick(chance, ['checkbox', 'heading', 'presentation', 'none'])} aria-level=${pick(chance, HUGE)}`,
  () => 'aria-checked=true',
  (chance) =>
    `width=${pick(chance, HUGE)} align=${pick(chance, ['right', 'center'])} data-pixels=99999x1`,
  () => 'hidden',
  () => 'id=x xmlns="http://www.w3.org/2000/svg" =',
];
const HUGE = [
  '0',
  '1',
  '2',
  '3',
  '-1',
  '7.5',
  '1000000',
  '1e308',
  '99999999999999999999',
  'NaN',
  'x',
];
const STYLES = [
  'display:none',
  'font-weight:bold',
  'font-weight:400;font-style:italic',
  'text-decoration:line-through',
  'white-space:pre;font-family:monospace',
  'background:url(https://elsewhere.invalid/)',
  'mso-list:l0 level3 lfo1',
  'mso-list:Ignore',
  'mso-list:l0 level99999999 lfo1',
  'mso-hide:all',
  'width:expression(alert(1))',
  'text-align:center',
];
const CLASSES = [
  'bullet',
  'ordered',
  'task',
  'text',
  'callout',
  'toggle',
  'image',
  'file',
  'bookmark',
  'formula',
  'coloured',
  'checkbox checkbox-on',
  'katex',
  'language-js',
  'math-display',
  'MsoTitle',
  'EOP',
  'markdown-alert markdown-alert-tip',
  'unknown',
];
const SLICES = [
  '0 0 []',
  '1 1 []',
  '2 2 ["table",null,"tableRow",null]',
  '3 3 ["table",{"columns":[{"id":"__proto__"}]},"tableRow",{"id":9},"tableCell",null]',
  '1 1 ["codeBlock",{"language":{}}]',
  '9 9 -3 ["paragraph",null]',
  '0 0 ["image",{"src":"javascript:alert(1)"}]',
  '1 0 ["unknown",{"type":"x","shape":{"type":"y"}}]',
  '99 99 [',
  'x',
];
const EMBEDS = [
  '{"object":"formula","source":"q^2"}',
  '{"object":"formula","source":{"a":1}}',
  '{"object":"image","src":"javascript:alert(1)","alt":["x"]}',
  '{"object":"html","value":"<img src=x onerror=alert(1)>"}',
  '{"object":"document","document":"../../x","title":7}',
  '{"object":"date","date":"9999-99-99"}',
  '{"object":"html","value":{"toString":1}}',
  '{"object":"mention","name":[{"toString":1}]}',
  '{"object":"__proto__"}',
  '{"object":"',
  '[]',
  'null',
  '7',
];

const WORDS = [
  ...'alpha beta gamma delta kilo lima mike nova oscar papa quebec sierra tango'.split(' '),
  ...LETTERS,
];

/** A tree of tags, some of which never close or close elsewhere. */
function tree(chance: Chance, depth: number): string {
  let html = '';
  for (let times = 1 + chance(4); times > 0; times--) {
    const kind = chance(10);
    if (kind < 3 || depth > 7)
      html += `${pick(chance, WORDS)}${pick(chance, ['', ' ', '\n', '&nbsp;'])}`;
    else if (kind < 4) html += pick(chance, ODD);
    else {
      const tag = pick(chance, TAGS);
      let attributes = '';
      while (chance(3) === 0) attributes += ` ${pick(chance, ATTRIBUTES)(chance)}`;
      const close = chance(6) === 0 ? '' : `</${chance(12) === 0 ? pick(chance, TAGS) : tag}>`;
      html += `<${tag}${attributes}>${tree(chance, depth + 1)}${close}`;
    }
  }
  return html;
}

const CLIPS = [...PAYLOADS.flatMap(({ data }) => data['text/html'] ?? []), ...Object.values(KEPT)];

export function hostileHtml(chance: Chance): string {
  const clips = [...CLIPS, tree(chance, 0)];
  return chance(2) === 0 ? tree(chance, 0) : mutatedText(chance, clips, ODD);
}
