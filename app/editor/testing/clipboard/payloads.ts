/**
 * What programs put on the clipboard, written after what each is known to write, and the blocks
 * that have to come of it.
 */
import type { Payload } from '../pasting.ts';

const GOOGLE_SPAN =
  'font-size:11pt;font-family:Arial,sans-serif;color:#000000;background-color:transparent;' +
  'font-weight:400;font-style:normal;font-variant:normal;text-decoration:none;' +
  'vertical-align:baseline;white-space:pre;white-space:pre-wrap;';

function google(text: string, more = ''): string {
  return `<span style="${GOOGLE_SPAN}${more}">${text}</span>`;
}

function googleDocs(html: string): Payload {
  return {
    'text/html':
      `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" ` +
      `id="docs-internal-guid-7c1f2a3b-7fff-1234">${html}</b><br class="Apple-interchange-newline">`,
  };
}

function word(html: string): Payload {
  return {
    'text/html':
      '<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" ' +
      'xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">' +
      '<head><meta name=ProgId content=Word.Document><link rel=File-List href="file:///C:/x.xml">' +
      '<!--[if gte mso 9]><xml><w:WordDocument></w:WordDocument></xml><![endif]-->' +
      '<style><!-- p.MsoNormal {margin:0cm} --></style></head>' +
      `<body lang=EN-US style='tab-interval:36.0pt'><!--StartFragment-->${html}<!--EndFragment--></body></html>`,
  };
}

export function wordItem(text: string, marker: string, level: number, place = 'Middle'): string {
  return (
    `<p class=MsoListParagraphCxSp${place} style='margin-left:${level * 36}.0pt;text-indent:-18.0pt;` +
    `mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'>` +
    `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;` +
    `&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`
  );
}

/** The mark of a note of Word, where it is referred to or where it stands. */
function wordNote(id: string, sign: string, at: 'note' | 'ref' = 'note'): string {
  const kind = id.startsWith('e') ? 'Endnote' : 'Footnote';
  const [name, href] = at === 'ref' ? [id.replace('n', 'nref'), id] : [id, id.replace('n', 'nref')];
  const drawn = `<span class=Mso${kind}Reference><span style='font-size:12.0pt;vertical-align:super'>${sign}</span></span>`;
  return (
    `<a style='mso-${kind.toLowerCase()}-id:${id}' href="#_${href}" name="_${name}" title=""><span class=Mso${kind}Reference>` +
    `<span style='mso-special-character:${kind.toLowerCase()}'><![if !support${kind}s]>${drawn}<![endif]></span></span></a>`
  );
}

function wordWebRun(text: string, style = ''): string {
  return (
    `<span data-contrast="auto" xml:lang="EN-US" lang="EN-US" class="TextRun SCXW1 BCX0" style="${style}">` +
    `<span class="NormalTextRun SCXW1 BCX0">${text}</span></span>` +
    '<span class="EOP SCXW1 BCX0" data-ccp-props="{}">&nbsp;</span>'
  );
}

function excel(rows: string): Payload {
  return {
    'text/html':
      '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel" ' +
      'xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Excel.Sheet>' +
      '<style><!--table {mso-displayed-decimal-separator:"\\."} .xl65 {font-weight:700;} --></style></head>' +
      '<body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=192 ' +
      "style='border-collapse:collapse;width:144pt'>\n<!--StartFragment-->\n " +
      `<col width=64 span=3 style='width:48pt'>\n${rows}<!--EndFragment-->\n</table></body></html>`,
  };
}

/** As Pages, Apple Notes and TextEdit write: what a text looks like is in classes. */
function apple(rules: string, html: string): Payload {
  return {
    'text/html':
      '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">\n<html>\n<head>\n' +
      '<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">\n<title></title>\n' +
      '<meta name="Generator" content="Cocoa HTML Writer">\n' +
      `<style type="text/css">\np.p1 {margin: 0.0px; font: 13.0px 'Helvetica Neue'}\n${rules}\n</style>\n</head>\n<body>\n${html}\n</body>\n</html>\n`,
  };
}

/** As Chromium copies from a page: with all that is inherited written out. */
function shown(html: string): Payload {
  return {
    'text/html': `<html><body>\n<!--StartFragment-->${html}<!--EndFragment-->\n</body></html>`,
  };
}
const CHROMIUM =
  'color: rgb(32, 33, 36); font-family: Roboto, arial, sans-serif; font-size: 16px; font-style: normal; ' +
  'font-weight: 400; letter-spacing: normal; text-indent: 0px; white-space: normal; ' +
  'background-color: rgb(255, 255, 255); text-decoration-thickness: initial; text-decoration-style: initial; ' +
  'text-decoration-color: initial; display: inline !important; float: none;';

export const PAYLOADS: readonly { from: string; data: Payload; gives: string[] }[] = [
  {
    from: 'Google Docs: a heading, formatted text and a list of two levels',
    data: googleDocs(
      `<h2 dir="ltr" style="line-height:1.38;">${google('Plan')}</h2>` +
        `<p dir="ltr" style="line-height:1.38;">${google('plain ')}${google('bold', 'font-weight:700;')}` +
        `${google(' and ')}${google('slanted', 'font-style:italic;')}</p><br />` +
        '<ul style="margin-top:0;"><li dir="ltr" aria-level="1" style="list-style-type:disc;">' +
        `<p dir="ltr" role="presentation">${google('one')}</p></li>` +
        '<ul><li dir="ltr" aria-level="2" style="list-style-type:circle;">' +
        `<p dir="ltr" role="presentation">${google('inner')}</p></li></ul>` +
        `<li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${google('two')}</p></li></ul>`,
    ),
    gives: ['## Plan', 'plain *bold* and _slanted_', '- one', '  - inner', '- two'],
  },
  {
    from: 'Google Docs: a checklist',
    data: googleDocs(
      '<ul><li dir="ltr" role="checkbox" aria-checked="true" aria-level="1">' +
        '<img src="data:image/png;base64,AAAA" alt="checked" width="18" />' +
        `<p dir="ltr" role="presentation" style="display:inline-block;">${google('done')}</p></li>` +
        '<li dir="ltr" role="checkbox" aria-checked="false" aria-level="1"><img src="data:x" alt="unchecked"/>' +
        `<p dir="ltr" role="presentation">${google('open')}</p></li></ul>`,
    ),
    gives: ['[x] done', '[ ] open'],
  },
  {
    from: 'Google Docs: a table with several lines in a cell',
    data: googleDocs(
      '<div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none;"><colgroup>' +
        '<col width="297" /><col width="297" /></colgroup><tbody><tr style="height:0pt">' +
        `<td style="border:solid"><p dir="ltr">${google('a', 'font-weight:700;')}</p></td>` +
        `<td><p dir="ltr">${google('b')}</p></td></tr><tr><td><p>${google('c')}</p><p>${google('d')}</p></td>` +
        `<td><ul><li dir="ltr" aria-level="1"><p>${google('e')}</p></li></ul></td></tr></tbody></table></div>`,
    ),
    gives: ['⊞ *a* ¦ b ⁄ c↵d ¦ • e'],
  },
  {
    from: 'Google Docs: a picture between two lines',
    data: googleDocs(
      `<p dir="ltr">${google('before')}</p><p dir="ltr"><span style="${GOOGLE_SPAN}"><span ` +
        'style="border:none;display:inline-block;overflow:hidden;width:602px;height:401px;">' +
        '<img src="https://lh7.googleusercontent.com/docsz/x" width="602" height="401" alt="a hill" />' +
        `</span></span></p><p dir="ltr">${google('behind')}</p>`,
    ),
    gives: ['before', '▣', 'behind'],
  },
  {
    from: 'Word: headings, formatting and empty lines',
    data: word(
      '<p class=MsoTitle>Report<o:p></o:p></p>\n<h2>Part<o:p></o:p></h2>\n' +
        "<p class=MsoNormal>some <b style='mso-bidi-font-weight:normal'>bold</b>\nand <i>slanted</i> " +
        '<s>gone</s><o:p></o:p></p>\n<p class=MsoNormal><o:p>&nbsp;</o:p></p>\n' +
        '<p class=MsoNormal>end<o:p></o:p></p>\n',
    ),
    gives: ['# Report', '## Part', 'some *bold* and _slanted_ ~gone~', 'end'],
  },
  {
    from: 'Word: lists that are paragraphs',
    data: word(
      wordItem('one', '·', 1, 'First') +
        wordItem('inner', 'o', 2) +
        wordItem('two', '·', 1, 'Last') +
        '<p class=MsoNormal>between<o:p></o:p></p>' +
        wordItem('first', '1.', 1, 'First') +
        wordItem('a part', 'a)', 2) +
        wordItem('second', '2.', 1, 'Last'),
    ),
    gives: ['- one', '  - inner', '- two', 'between', '1. first', '  1. a part', '1. second'],
  },
  {
    from: 'Word: a table with a cell across two columns and one down two rows',
    data: word(
      "<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse'>" +
        "<tr style='mso-yfti-irow:0'><td width=301 colspan=2 valign=top style='width:225.4pt'>" +
        '<p class=MsoNormal>wide<o:p></o:p></p></td><td rowspan=2><p class=MsoNormal>tall</p></td></tr>' +
        '<tr><td><p class=MsoNormal>a<o:p></o:p></p></td><td><p class=MsoNormal><o:p>&nbsp;</o:p></p></td></tr>' +
        '</table>',
    ),
    gives: ['⊞ wide ¦ ↖ ¦ tall ⁄ a ¦ ¦ ↖'],
  },
  {
    from: 'Word on the web: a heading, text and a list whose items are lists of their own',
    data: {
      'text/html':
        '<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1" role="heading" aria-level="2">' +
        `${wordWebRun('Part')}</p></div><div class="OutlineElement Ltr"><p class="Paragraph">` +
        `${wordWebRun('bold', 'font-weight: bold;')}</p></div>` +
        '<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle1" role="list"><li class="OutlineElement" ' +
        `data-aria-level="1" role="listitem"><p class="Paragraph">${wordWebRun('one')}</p></li></ul></div>` +
        '<div class="ListContainerWrapper SCXW1"><ul class="BulletListStyle2" role="list"><li class="OutlineElement" ' +
        `data-aria-level="2" role="listitem"><p class="Paragraph">${wordWebRun('inner')}</p></li></ul></div>` +
        '<div class="ListContainerWrapper"><ol class="NumberListStyle1" start="1"><li data-aria-level="1">' +
        `<p class="Paragraph">${wordWebRun('first')}</p></li></ol></div>` +
        '<div class="ListContainerWrapper"><ol class="NumberListStyle1" start="2"><li data-aria-level="1">' +
        `<p class="Paragraph">${wordWebRun('second')}</p></li></ol></div>`,
    },
    gives: ['## Part', '*bold*', '- one', '  - inner', '1. first', '1. second'],
  },
  {
    from: 'Excel: cells with formatting, a line break and an empty one',
    data: {
      ...excel(
        " <tr height=20 style='height:15.0pt'>\n  <td height=20 class=xl65 width=64>Name</td>\n" +
          '  <td class=xl65 width=64>Sum</td>\n  <td>&nbsp;</td>\n </tr>\n' +
          ' <tr height=40>\n  <td>one<br>\n    two</td>\n  <td align=right>1,234.50</td>\n  <td></td>\n </tr>\n',
      ),
      'text/plain': 'Name\tSum\t\r\n"one\ntwo"\t1,234.50\t\r\n',
    },
    gives: ['⊞ *Name* ¦ *Sum* ¦ ⁄ one↵two ¦ 1,234.50 ¦'],
  },
  {
    from: 'Excel, as text only',
    data: { 'text/plain': 'Name\tSum\r\n"one ""1""\ntwo"\t3\r\n' },
    gives: ['⊞ Name ¦ Sum ⁄ one "1"↵two ¦ 3'],
  },
  {
    from: 'Google Sheets: a merged heading and a link',
    data: {
      'text/html':
        '<meta charset=\'utf-8\'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid}--></style>' +
        '<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" dir="ltr" border="1" data-sheets-root="1">' +
        '<colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;">' +
        '<td style="text-align:center;" rowspan="1" colspan="2" data-sheets-value="{}">Both</td></tr>' +
        '<tr><td style="font-weight:bold;">a</td><td><a class="in-cell-link" href="https://example.org/">b</a></td></tr>' +
        '</tbody></table></google-sheets-html-origin>',
      'text/plain': 'Both\t\na\tb',
    },
    gives: ['⊞ Both ¦ ↖ ⁄ *a* ¦ <b>'],
  },
  {
    from: 'Notion: tasks, a toggle, a callout, a table and a formula',
    data: {
      'text/html':
        '<meta charset=\'utf-8\'><!-- notionvc: 1c6f --><ul id="x" class="to-do-list"><li><div class="checkbox checkbox-on">' +
        '</div> <span class="to-do-children-checked">done</span></li></ul>' +
        '<ul class="to-do-list"><li><div class="checkbox checkbox-off"></div> <span>open</span></li></ul>' +
        '<details open=""><summary>More</summary><p>inside</p></details>' +
        '<aside>💡 <p>Mind <strong>this</strong></p></aside>' +
        '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>c</td><td></td></tr></tbody></table>' +
        '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>' +
        '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>' +
        '<span class="katex-html" aria-hidden="true">x2</span></span></p>',
    },
    gives: [
      '[x] done',
      '[ ] open',
      '▸ More',
      '  inside',
      '!note Mind *this*',
      '⊞# a ¦ b ⁄ c ¦',
      'so {formula}',
    ],
  },
  {
    from: 'Gmail: lines, an empty line, a quote and a signature in a layout table',
    data: {
      'text/html':
        '<div dir="ltr">Hello,<div><br></div><div>see <b>below</b>.</div><div>Bye</div></div><br>' +
        '<div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Monday Ada wrote:<br></div>' +
        '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex">first line<br><br>second<div>third</div></blockquote></div>' +
        '<table cellpadding="0"><tbody><tr><td><table><tbody><tr><td>Ada</td><td>Engineer</td></tr></tbody></table></td></tr></tbody></table>',
    },
    gives: [
      'Hello,',
      'see *below*.',
      'Bye',
      'On Monday Ada wrote:',
      '> first line',
      '> second',
      '> third',
      '⊞ Ada ¦ Engineer',
    ],
  },
  {
    from: 'LibreOffice: text, a list and a table with a heading row',
    data: {
      'text/html':
        '<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>' +
        '<style type="text/css">p { line-height: 115% }</style></head><body lang="en-GB" dir="ltr">' +
        '<h1 class="western">Title</h1>\n<p style="line-height: 100%; margin-bottom: 0in"><font face="Liberation Serif">some ' +
        '<b>bold</b></font></p>\n<ol>\n\t<li><p>one</p></li>\n\t<li><p>two</p>\n\t<ol>\n\t\t<li><p>inner</p></li>\n\t</ol>\n</ol>\n' +
        '<table width="100%" cellpadding="4"><col width="128*"/>\n<col width="128*"/>\n<thead><tr valign="top"><th width="50%">' +
        '<p>a</p></th><th><p>b</p></th></tr></thead><tbody><tr valign="top"><td><p>c</p></td><td><p><br/>\n\n</p></td></tr></tbody></table></body></html>',
    },
    gives: ['# Title', 'some *bold*', '1. one', '1. two', '  1. inner', '⊞# a ¦ b ⁄ c ¦'],
  },
  {
    from: 'a web page: figures, code, a definition list and nested quotes',
    data: {
      'text/html':
        '<main><nav></nav><h1 id="t" class="x">Page</h1><figure><picture><img src="https://example.org/a.png" alt="a hill" srcset="x 2x">' +
        '</picture><figcaption>A <em>hill</em></figcaption></figure><pre class="highlight language-js"><code>let a;<br>let b;</code></pre>' +
        '<dl><dt>term</dt><dd>meaning</dd></dl><blockquote><p>said</p><blockquote><p>before</p></blockquote><ul><li>point</li></ul></blockquote>' +
        '<p>a</p><hr><script>alert(1)</script><p>b<sup>2</sup> <span style="display:none">hidden</span></p></main>',
    },
    gives: [
      '# Page',
      '▣ A _hill_',
      '| let a;↵let b;',
      'term',
      'meaning',
      '> said',
      '  > before',
      '  - point',
      'a',
      '---',
      'b⁺2⁺',
    ],
  },
  {
    from: 'GitHub: an alert, a task list and a table with aligned columns',
    data: {
      'text/html':
        '<div class="markdown-alert markdown-alert-warning" dir="auto"><p class="markdown-alert-title" dir="auto"><svg></svg>Warning</p>' +
        '<p dir="auto">Take care.</p><p>More.</p></div><ul class="contains-task-list"><li class="task-list-item">' +
        '<input type="checkbox" class="task-list-item-checkbox" disabled="" checked=""> done</li></ul>' +
        '<markdown-accessiblity-table><table role="table"><thead><tr><th>a</th><th align="right">b</th></tr></thead>' +
        '<tbody><tr><td>1</td><td align="right">2</td></tr></tbody></table></markdown-accessiblity-table>',
    },
    gives: ['!warning Take care.', '  More.', '[x] done', '⊞# a ¦ b ⁄ 1 ¦ 2'],
  },
  {
    from: 'Google Docs: a numbered list that begins at three, with a picture in an item',
    data: googleDocs(
      '<ol start="3" style="margin-top:0;"><li dir="ltr" aria-level="1" style="list-style-type:decimal;">' +
        `<p dir="ltr" role="presentation">${google('third')}</p></li><ol>` +
        '<li dir="ltr" aria-level="2" style="list-style-type:lower-alpha;">' +
        `<p dir="ltr" role="presentation">${google('deep')}</p></li></ol>` +
        `<li dir="ltr" aria-level="1"><p dir="ltr" role="presentation">${google('see ')}` +
        '<span><img src="https://lh7.googleusercontent.com/docsz/y" width="20" height="20"/></span></p></li></ol>',
    ),
    gives: ['1. third', '  1. deep', '1. see {image}'],
  },
  {
    from: 'Word on the web: a table whose cells are paragraphs',
    data: {
      'text/html':
        '<div class="OutlineElement Ltr SCXW1 BCX0"><div class="TableContainer SCXW1"><table class="Table TableGrid SCXW1" ' +
        'border="1" data-tablestyle="MsoTableGrid" data-tablelook="1184" aria-rowcount="2"><tbody>' +
        ['a', 'c']
          .map(
            (text) =>
              '<tr class="TableRow SCXW1" role="row"><td class="FirstRow FirstCol SCXW1" role="columnheader">' +
              '<div class="TableCellContent SCXW1"><div class="OutlineElement Ltr"><p class="Paragraph SCXW1">' +
              `${wordWebRun(text)}</p></div></div></td><td class="SCXW1"><div class="OutlineElement">` +
              `<p class="Paragraph">${wordWebRun('x', 'font-style: italic;')}</p></div></td></tr>`,
          )
          .join('') +
        '</tbody></table></div></div>',
    },
    gives: ['⊞ a ¦ _x_ ⁄ c ¦ _x_'],
  },
  {
    from: 'Notion: lists within lists, a picture with a caption, code and a quote',
    data: {
      'text/html':
        '<meta charset=\'utf-8\'><ul id="a" class="bulleted-list"><li style="list-style-type:disc">one' +
        '<ul id="b" class="bulleted-list"><li style="list-style-type:circle">inner<ol type="1" id="c" class="numbered-list" start="1">' +
        '<li>deep</li></ol></li></ul></li></ul><figure id="d" class="image"><a href="https://x.example/p.png">' +
        '<img style="width:600px" src="https://x.example/p.png"/></a><figcaption>a view</figcaption></figure>' +
        '<pre id="e" class="code"><code class="language-TypeScript">let a;\n  b();</code></pre>' +
        '<blockquote id="f" class="">said<p>more</p></blockquote><hr/>',
    },
    gives: [
      '- one',
      '  - inner',
      '    1. deep',
      '▣ a view',
      '| let a;↵  b();',
      '> said',
      '> more',
      '---',
    ],
  },
  {
    from: 'Gmail: its own lists, sizes and colours, and a picture in a line',
    data: {
      'text/html':
        '<div class="gmail_default" style="font-family:verdana,sans-serif;font-size:small">Hi <font color="#ff0000">there</font>,</div>' +
        '<ol><li style="margin-left:15px">one</li><li style="margin-left:15px"><b>two</b><ul><li style="margin-left:15px">inner</li></ul></li></ol>' +
        '<div><img src="https://mail.example/a.png" alt="chart" width="400" class="gmail-CToWUd"><br></div>' +
        '<div>--&nbsp;</div><div dir="ltr" class="gmail_signature"><div>Ada</div></div>',
    },
    gives: ['Hi †there†,', '1. one', '1. *two*', '  - inner', '▣', '--', 'Ada'],
  },
  {
    from: 'LibreOffice Calc: cells with fonts and comments between the rows',
    data: {
      'text/html':
        '<!DOCTYPE html><html><head><style type="text/css">body,div,table{font-family:"Liberation Sans"}</style></head><body>' +
        '<table cellspacing="0" border="0"><colgroup width="85"></colgroup><colgroup width="85"></colgroup>' +
        '<tr><td height="17" align="left"><b><font face="Arial">Name</font></b></td><td align="right" sdval="3" sdnum="1033;">3</td></tr>' +
        '<!-- ************ --><tr><td height="17" align="left"><br></td><td align="left">x<br>y</td></tr></table></body></html>',
      'text/plain': 'Name\t3\n\t"x\ny"\n',
    },
    gives: ['⊞ *Name* ¦ 3 ⁄ ¦ x↵y'],
  },
  {
    from: 'a web page: a table with a caption and a picture, and a list in a cell',
    data: {
      'text/html':
        '<table><caption>Prices</caption><thead><tr><th>what</th><th>how</th></tr></thead><tbody><tr>' +
        '<td><img src="https://example.org/i.png" alt="an apple"> apple</td><td><ul><li>a</li><li>b</li></ul></td></tr></tbody></table>',
    },
    gives: ['Prices', '⊞# what ¦ how ⁄ {image} apple ¦ • a↵• b'],
  },
  {
    from: 'Visual Studio Code: lines of code as coloured text',
    data: {
      'text/html':
        "<meta charset='utf-8'><div style=\"color: #d4d4d4;background-color: #1e1e1e;font-family: Menlo, Monaco, 'Courier New', monospace;" +
        'font-weight: normal;font-size: 12px;line-height: 18px;white-space: pre;"><div><span style="color: #569cd6;">if</span>' +
        '<span style="color: #d4d4d4;"> (a) {</span></div><div><span style="color: #d4d4d4;">  b();</span></div><br>' +
        '<div><span style="color: #d4d4d4;">}</span></div></div>',
      'text/plain': 'if (a) {\n  b();\n\n}',
    },
    gives: ['| if (a) {↵  b();↵↵}'],
  },
  {
    from: 'Google Docs: colours, marked text, lines through and below, small letters and fixed width',
    data: googleDocs(
      `<p dir="ltr" style="line-height:1.38;margin-top:0pt;">${google('red', 'color:#ff0000;')}${google(' ')}` +
        `${google('blue', 'color:#1155cc;')}${google(' ')}${google('marked', 'background-color:#ffff00;')}${google(' ')}` +
        `${google('green', 'background-color:#b6d7a8;')}${google(' ')}${google('below', 'text-decoration:underline;-webkit-text-decoration-skip:none;')}` +
        `${google(' ')}${google('gone', 'text-decoration:line-through;')}${google(' H')}` +
        `<span style="font-size:0.6em;vertical-align:sub;color:#000000;">2</span>${google('O m')}` +
        `<span style="font-size:0.6em;vertical-align:super;">3</span>${google(' ')}` +
        `<span style="font-size:11pt;font-family:'Courier New',monospace;color:#188038;">let a</span></p>`,
    ),
    gives: ['†red† ‡blue‡ =marked= ≈green≈ ^below^ ~gone~ H₋2₋O m⁺3⁺ `let a`'],
  },
  {
    from: 'Google Docs: links, a heading with a colour of its own, and text from right to left',
    data: googleDocs(
      `<h3 dir="ltr" style="line-height:1.38;"><span style="font-size:13.9pt;color:#434343;font-weight:400;">Part</span></h3>` +
        `<p dir="ltr">${google('see ')}<a href="https://www.google.com/url?q=https://example.org/&amp;sa=D&amp;source=editors&amp;ust=17" ` +
        `style="text-decoration:none;"><span style="color:#1155cc;font-weight:400;text-decoration:underline;">here</span></a></p>` +
        `<p dir="rtl" style="text-align:right;">${google('שלום')}${google(' עולם', 'font-weight:700;')}</p>`,
    ),
    gives: ['### Part', 'see <here>', 'שלום* עולם*'],
  },
  {
    from: 'Google Sheets: formatted cells, one marked as a whole',
    data: {
      'text/html':
        '<meta charset="utf-8"><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style>' +
        '<table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;" data-sheets-root="1" data-sheets-baot="1">' +
        '<colgroup><col width="100"/><col width="100"/></colgroup><tbody><tr style="height:21px;">' +
        '<td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;font-style:italic;color:#ff0000;background-color:#ffff00;">late</td>' +
        '<td style="vertical-align:bottom;text-decoration:line-through;text-align:right;">3</td></tr></tbody></table></google-sheets-html-origin>',
      'text/plain': 'late\t3',
    },
    gives: ['⊞ _†late†_ ¦ ~3~'],
  },
  {
    from: 'Word: colours, marked text, small letters, boxes and a heading in the colour of its style',
    data: {
      'text/html':
        '<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns="http://www.w3.org/TR/REC-html40"><head><style><!--\n' +
        'h2 {mso-style-link:"Heading 2 Char"; color:#2F5496; font-weight:normal;}\n p.MsoQuote, li.MsoQuote {font-style:italic; color:#404040;}\n' +
        'span.Marked {mso-style-name:Marked; background:yellow; mso-highlight:yellow}\n--></style></head><body lang=EN-GB><!--StartFragment-->' +
        "<h2><span style='color:#2F5496'>Part</span><o:p></o:p></h2>\n" +
        "<p class=MsoNormal><span style='color:red'>red</span> <span class=Marked>marked</span> <span\nstyle='background:lime;mso-highlight:lime'>green</span> " +
        "<u>below</u> H<sub>2</sub>O m<sup>3</sup> <span style='font-family:Consolas'>let a</span><o:p></o:p></p>\n" +
        '<p class=MsoQuote>said<o:p></o:p></p>\n' +
        `${wordItem('<span style=\'font-family:"MS Gothic"\'>☐</span> open', '·', 1, 'First')}${wordItem('<span style=\'font-family:"MS Gothic"\'>☒</span> done', '·', 1, 'Last')}` +
        '<!--EndFragment--></body></html>',
    },
    gives: [
      '## Part',
      '†red† =marked= ≈green≈ ^below^ H₋2₋O m⁺3⁺ `let a`',
      '_said_',
      '[ ] open',
      '[x] done',
    ],
  },
  {
    from: 'Word on the web: colours, marked text, lines, small letters and proofing marks',
    data: {
      'text/html':
        '<div class="OutlineElement Ltr SCXW2 BCX0"><p class="Paragraph SCXW2 BCX0" xml:lang="EN-US">' +
        [
          ['red', 'color: rgb(255, 0, 0);'],
          ['marked', 'background-color: rgb(255, 255, 0);'],
          ['gone', 'text-decoration: line-through;'],
          ['below', 'text-decoration: underline;'],
          ['slanted', 'font-style: italic;'],
        ]
          .map(
            ([text = '', style = '']) =>
              `<span data-contrast="none" class="TextRun SCXW2 BCX0" style="${style} font-family: Aptos, Aptos_MSFontService, sans-serif;"><span class="NormalTextRun SpellingErrorV2Themed SCXW2" style="background-repeat: repeat-x;">${text}</span></span><span class="TextRun"><span class="NormalTextRun"> </span></span>`,
          )
          .join('') +
        '<span class="TextRun Superscript" style="vertical-align: super; font-size: 8pt;"><span class="NormalTextRun">2</span></span>' +
        '<span class="EOP SCXW2" data-ccp-props="{}">&nbsp;</span></p></div>',
    },
    gives: ['†red† =marked= ~gone~ ^below^ _slanted_ ⁺2⁺'],
  },
  {
    from: 'Excel: looks that are in the sheet of the page',
    data: {
      'text/html':
        '<html xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Excel.Sheet>' +
        '<style><!--table\n\t{mso-displayed-decimal-separator:"\\.";}\n.font5\n\t{color:red; font-weight:700;}\ntd\n\t{color:black; font-weight:400;}\n' +
        '.xl66\n\t{font-style:italic; text-decoration:line-through; mso-number-format:"\\@";}\n--></style></head><body link="#0563C1"><table border=0 width=128>' +
        '<!--StartFragment--><tr height=19><td class=xl66>old</td><td>so <font class="font5">red</font></td></tr><!--EndFragment--></table></body></html>',
      'text/plain': 'old\tso red',
    },
    gives: ['⊞ _~old~_ ¦ so *†red†*'],
  },
  {
    from: 'Apple Notes: a heading, lists within lists, and what is struck out and below a line',
    data: apple(
      "span.s1 {text-decoration: underline}\nspan.s2 {text-decoration: line-through}\nspan.s3 {font: 13.0px Menlo}\nli.li1 {margin: 0.0px; font: 13.0px 'Helvetica Neue'}",
      '<h1 class="p1"><b>Trip</b></h1>\n<p class="p1"><b>bold</b> and <i>slanted</i> <span class="s1">below</span> <span class="s2">gone</span> <span class="s3">let a</span></p>\n' +
        '<p class="p2"><br></p>\n<ul class="ul1">\n  <li class="li1">one<span class="Apple-converted-space">&nbsp;</span></li>\n' +
        '  <ul class="ul1">\n    <li class="li1">inner</li>\n  </ul>\n</ul>',
    ),
    gives: ['# *Trip*', '*bold* and _slanted_ ^below^ ~gone~ `let a`', '- one', '  - inner'],
  },
  {
    from: 'Pages: text in colours of classes, and small letters',
    data: apple(
      'span.s1 {color: #ff2600}\nspan.s2 {background-color: #fffb00}\nspan.s3 {font: bold italic 11.0px Helvetica}\nspan.s4 {vertical-align: 3.0px; font: 8px Helvetica}',
      '<p class="p1"><span class="s1">red</span> <span class="s2">marked</span> <span class="s3">both</span> m<sup>2</sup> <a href="https://example.org/"><span class="s1">link</span></a></p>',
    ),
    gives: ['†red† =marked= *_both_* m⁺2⁺ <link>'],
  },
  {
    from: 'Notion: coloured and marked text, code in a line and a task that is done',
    data: {
      'text/html':
        '<meta charset=\'utf-8\'><!-- notionvc: 77aa --><p>so <span style="color: rgba(212, 76, 71, 1)">red</span> <span style="background: rgba(251, 236, 221, 1)">warm</span> ' +
        '<code>let a</code> <s>gone</s> <u>below</u> <span style="border-bottom:0.05em solid"><em>slanted</em></span></p>\n<ul>\n<li>[x]  done</li>\n<li>[ ]  open</li>\n</ul>',
    },
    gives: ['so †red† warm `let a` ~gone~ ^below^ _slanted_', '[x] done', '[ ] open'],
  },
  {
    from: 'Gmail: marked text, a link through a counter, and letters of one width',
    data: {
      'text/html':
        '<div dir="ltr"><font color="#0000ff">blue</font> <span style="background-color:rgb(255,255,0)">marked</span> <font face="monospace">let a</font> ' +
        '<a href="https://www.google.com/url?q=https://example.org/&amp;source=gmail&amp;ust=1&amp;usg=x" target="_blank" style="color:rgb(17,85,204)">there</a><div style="font-weight:bold">all bold</div></div>',
    },
    gives: ['‡blue‡ =marked= `let a` <there>', '*all bold*'],
  },
  {
    from: 'Visual Studio Code: a piece of a line',
    data: {
      'text/html':
        "<meta charset='utf-8'><div style=\"color: #d4d4d4;background-color: #1e1e1e;font-family: 'Droid Sans Mono', 'monospace', monospace;font-weight: normal;font-size: 14px;line-height: 19px;white-space: pre;\">" +
        '<div><span style="color: #569cd6;">const</span><span style="color: #d4d4d4;"> a</span></div></div>',
      'text/plain': 'const a',
    },
    gives: ['`const a`'],
  },
  {
    from: 'a web page in Chromium: what is inherited is written out, and is nothing to keep',
    data: shown(
      `<h2 style="${CHROMIUM.replace('400', '600')}">Tides</h2><p style="${CHROMIUM}">A <b style="font-weight: 700">spring</b> ` +
        '<em style="font-style: italic;">tide</em><sup style="vertical-align: baseline; position: relative; top: -0.5em;"><a href="https://example.org/" style="color: rgb(11, 87, 208); text-decoration: none; background-color: rgba(0, 0, 0, 0)">[1]</a></sup> ' +
        `<span style="color: rgb(204, 0, 0);">rises</span><span style="${CHROMIUM}"><span>&nbsp;</span>more</span></p>`,
    ),
    gives: ['## Tides', 'A *spring* _tide_<⁺[1]⁺> †rises†\u00a0more'],
  },
  {
    from: 'a web page in Firefox: a dark page, with hidden parts',
    data: {
      'text/html':
        '<div style="color: rgb(230, 237, 243); background-color: rgb(13, 17, 23);"><p>Ink <code style="background-color: rgba(110, 118, 129, 0.4);">npm i</code> <span style="display: none;">hidden</span><kbd>Esc</kbd></p>' +
        '<p dir="rtl" lang="ar">مرحبا <strong>بكم</strong></p></div><meta name="x" content="y"><style>p{color:red}</style>',
    },
    gives: ['Ink `npm i` `Esc`', 'مرحبا *بكم*'],
  },
  {
    from: 'a web page: code that has an element for each line',
    data: {
      'text/html':
        '<pre class="prism-code language-js"><div class="token-line">if (a) {</div><div class="token-line">  b();</div>' +
        '<div class="token-line"><br></div><div class="token-line">}</div></pre>' +
        '<pre><code><ol><li>one\n</li><li>two</li></ol></code></pre><p>below</p>',
    },
    gives: ['| if (a) {↵  b();↵↵}', '| one↵two', 'below'],
  },
  {
    from: 'a web page: a post whose line ends are shown, beside text whose line ends are layout',
    data: {
      'text/html':
        '<span style="font-size: 15px; white-space: pre-wrap;">First line\n<b>second</b> line\n\nAnother\nparagraph</span>' +
        '<div style="white-space: pre-line">\n<p>one\ntwo</p>\n<p style="white-space: normal">three\nfour</p>\n</div>',
    },
    gives: ['First line↵*second* line', 'Another↵paragraph', 'one↵two', 'three four'],
  },
  {
    from: 'a web page: questions that unfold, beside buttons that are none of the text',
    data: {
      'text/html':
        '<h3><button type="button" aria-expanded="true"><span>Who pays?</span><svg></svg></button></h3><div>You do. <button>Copy</button></div>' +
        '<details open><summary><button>When?</button></summary><p>Now.</p></details>' +
        '<h3>More <button>Copy link</button></h3>',
    },
    gives: ['### Who pays?', 'You do.', '▸ When?', '  Now.', '### More'],
  },
  {
    from: 'Slack: paragraphs as it copies them and as a browser does, and code in a line',
    data: shown(
      `<span style="${CHROMIUM}">zero</span><span aria-label="&nbsp;" class="c-mrkdwn__br" data-stringify-type="paragraph-break"></span>` +
        `<span style="${CHROMIUM}">first</span><span class="c-mrkdwn__br" style="box-sizing: inherit; display: block; height: unset;"></span>` +
        `<span style="${CHROMIUM}">second<span>&nbsp;</span></span><code style="white-space: pre-wrap;">npm i</code><br aria-hidden="true"><span style="${CHROMIUM}">third</span>`,
    ),
    gives: ['zero', 'first', 'second\u00a0`npm i`↵third'],
  },
  {
    from: 'a web page: lines, a link and rows of code whose elements are blocks by their look alone',
    data: {
      'text/html':
        '<style>.name { display: block }</style>' +
        '<pre><code style="display: block"><span style="display: block">let a;</span><span style="display: block">let b;</span></code></pre>' +
        '<p><span style="display: block;"><b>Ada</b></span><span class="name">Engineer</span>' +
        '<a href="https://example.org/" style="display: flex">Page</a><i style="display: inline-block">so</i> on</p>' +
        '<ul><li><span style="display:block">one</span><span style="display:block">more</span></li></ul>',
    },
    gives: ['| let a;↵let b;', '*Ada*', 'Engineer', '<Page>', '_so_ on', '- one', '  more'],
  },
  {
    from: 'Gmail and posts of the web: emoji that are drawn as pictures, beside a picture that is one',
    data: {
      'text/html':
        '<div dir="ltr">Thanks <img data-emoji="😀" class="an1" alt="😀" aria-label="😀" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/16.0/1f600/72.png" loading="lazy">!' +
        '<div><img alt="👩🏽‍🔬" src="https://abs-0.twimg.com/emoji/v2/svg/1f469.svg"><img class="emoji" alt="1️⃣" src="/1.png"><img alt="🇩🇪" src="/de.png"></div>' +
        '<div><img alt="❤️" width="600" src="https://example.org/photo.jpg"></div></div>',
    },
    gives: ['Thanks 😀!', '👩🏽‍🔬1️⃣🇩🇪', '▣'],
  },
  {
    from: 'Word: headings that are numbered, and a list below one',
    data: word(
      "<h1 style='margin-left:21.6pt;text-indent:-21.6pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1" +
        '<span style=\'font:7.0pt "Times New Roman"\'>&nbsp;&nbsp;&nbsp; </span></span><![endif]>Aims<o:p></o:p></h1>\n' +
        "<h2 style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>1.1<span>&nbsp;&nbsp; </span></span>Scope<o:p></o:p></h2>\n" +
        wordItem('one', '·', 1, 'First'),
    ),
    gives: ['# 1 Aims', '## 1.1 Scope', '- one'],
  },
  {
    from: 'Word: footnotes and an endnote',
    data: word(
      `<p class=MsoNormal>One${wordNote('ftn1', '[1]', 'ref')} and <b>two</b>${wordNote('ftn2', '[2]', 'ref')}, ` +
        `three${wordNote('edn1', '[i]', 'ref')}.<o:p></o:p></p>\n` +
        "<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all>\n\n" +
        '<hr align=left size=1 width="33%">\n\n<![endif]>' +
        `<div style='mso-element:footnote' id=ftn1>\n\n<p class=MsoFootnoteText>${wordNote('ftn1', '[1]')} See <i>there</i>.<o:p></o:p></p>\n\n</div>\n` +
        `<div style='mso-element:footnote' id=ftn2><p class=MsoFootnoteText>${wordNote('ftn2', '[2]')}<span lang=DE>Und da.</span></p></div></div>` +
        '<div style=\'mso-element:endnote-list\'><![if !supportEndnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>' +
        `<div style='mso-element:endnote' id=edn1><p class=MsoEndnoteText>${wordNote('edn1', '[i]')} At the end.</p></div></div>`,
    ),
    gives: [
      'One{footnote} and *two*{footnote}, three{footnote}.',
      '{footnote} See _there_.',
      '{footnote} Und da.',
      '{footnote} At the end.',
    ],
  },
  {
    from: 'Google Docs: a footnote, and LibreOffice’s',
    data: {
      'text/html':
        '<p><span>a</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup><span> b</span>' +
        '<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>' +
        '<hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;one</span></p></div>' +
        '<div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>another</p></div>',
    },
    gives: ['a{footnote} b{footnote}', '---', '{footnote} one', '{footnote} another'],
  },
  {
    from: 'a paper of arXiv: formulas as MathML, with their TeX, and one that has none',
    data: {
      'text/html':
        '<p class="ltx_p">Let <math alttext="x^{2}" class="ltx_Math" display="inline"><semantics><msup><mi>x</mi><mn>2</mn></msup>' +
        '<annotation-xml encoding="MathML-Content"><apply><ci>x</ci><cn>2</cn></apply></annotation-xml>' +
        '<annotation encoding="application/x-tex">x^{2}</annotation></semantics></math> be, and ' +
        '<math><semantics><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><annotation encoding="MathType-MTEF">MathType@MTEF@5@5</annotation></semantics></math>.</p>',
    },
    gives: ['Let {formula} be, and a+b.'],
  },
  {
    from: 'a web page: how Chinese characters are read, with and without brackets',
    data: {
      'text/html':
        '<p><ruby>東京<rt>とうきょう</rt></ruby>の<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>と' +
        '<ruby>汉<rp>(</rp><rt>hàn</rt><rp>)</rp></ruby></p>',
    },
    gives: ['東京(とうきょう)の漢(かん)字(じ)と汉(hàn)'],
  },
  {
    from: 'a web page in Chromium: names that stand there again for those who are read to',
    data: shown(
      `<span aria-hidden="true" style="${CHROMIUM}">Ada</span><span class="sr-only" style="position: absolute; width: 1px; height: 1px; ` +
        `padding: 0px; margin: -1px; overflow: hidden; clip: rect(0px, 0px, 0px, 0px); white-space: nowrap; ${CHROMIUM}">Ada</span><span style="${CHROMIUM}"> wrote </span>` +
        '<b style="position: absolute; height: 1px; width: 1px; clip-path: inset(50%) !important; overflow: hidden">three notes</b>' +
        '<i style="clip-path: inset(50%); position: static">so</i>',
    ),
    gives: ['Ada wrote _so_'],
  },
  {
    from: 'Slack and Confluence: emoji that are drawn as pictures and said by their names',
    data: shown(
      '<span>Done <img src="https://a.slack-edge.com/production-standard-emoji-assets/14.0/google-medium/1f604.png" aria-label="smile emoji" alt=":smile:" data-stringify-type="emoji" data-stringify-emoji=":smile:"> ' +
        '<img src="https://a.slack-edge.com/production-standard-emoji-assets/14.0/google-medium/1f469-200d-1f4bb@2x.png" alt=":female-technologist:"></span> ' +
        '<img class="emoticon" data-emoji-id="1f642" data-emoji-shortname=":slight_smile:" data-emoji-fallback="🙂" src="/wiki/1f642.png" width="16" alt="(smile)"> ' +
        '<img src="https://emoji.slack-edge.com/T0/parrot/1a2b.gif" alt=":parrot:"> <img src="https://example.org/1234.png" alt="plan">',
    ),
    gives: ['Done 😄 👩‍💻 🙂 {image} {image}'],
  },
];
