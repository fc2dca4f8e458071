/**
 * One document with every block and every object of the line in it, as someone might write it.
 *
 * Invariant: nothing in it depends on the day, on chance or on the machine, so that two pictures of
 * it differ only where the app does.
 */
import { createHash } from 'node:crypto';
import * as Y from 'yjs';
import { docIdOf, Secret } from '../../../shared/access/ids.ts';
import { formatLink } from '../../../shared/access/link-addresses.ts';
import { attachmentAddress } from '../../../shared/document/attachments.ts';
import { createDocument } from '../../../shared/document/create.ts';
import { keepPerson } from '../../../shared/document/people.ts';
import type { BlockContent, Inline } from '../../../shared/document/schema.ts';
import { parseMarkdown } from '../../../shared/formats/markdown.ts';
import { landscape } from './landscape.ts';
import { joinWithYWebsocket } from './raw-client.ts';
import type { RunningServer } from './server.ts';

export const SHOWCASE_TITLE = 'A year on the estuary';

/** Set in a font of the machine: ours have no Hebrew. */
export const SHOWCASE_RTL = 'השעה היא שעת השפל, והדרך אל המגדלור פתוחה.';
/** Its last block: whoever sees it has all of it. */
export const SHOWCASE_END = 'End of the notes.';

const NOTES = new TextEncoder().encode('date,species,count\n2026-03-04,Curlew,148\n');

/** Whoever is mentioned; not here now. */
const BEN = { id: 'BenOtter00000000', name: 'Ben Otter', color: 'teal' } as const;

/** What Markdown has words for. A block `@name` stands for one of `WITHOUT_MARKDOWN`. */
const MARKDOWN = `
The tide table is the one book everybody here owns. These are our notes for those who join the count next year: **what we do**, *when*, and <u>how far</u> it is to ~~the old hide~~ the new one. Run \`npm run tides\` before you leave, and see [the harbour's page](https://example.org/harbour) for the weather.

@inline

# The seasons

Colours mark who comes: <span data-color="red">red</span>, <span data-color="orange">orange</span>, <span data-color="brown">brown</span>, <span data-color="green">green</span>, <span data-color="blue">blue</span>, <span data-color="violet">violet</span>, <span data-color="pink">pink</span> and <span data-color="gray">grey</span>. What is marked, is marked in <mark>yellow</mark>, <mark data-color="orange">orange</mark>, <mark data-color="red">red</mark>, <mark data-color="pink">pink</mark>, <mark data-color="violet">violet</mark>, <mark data-color="blue">blue</mark>, <mark data-color="green">green</mark> or <mark data-color="gray">grey</mark>.

## Winter

### Before dawn

- Curlews on the western mud
  - roosting on the spit
    - more than a hundred in hard frost
- Brent geese along the channel

1. Park at the chapel
2. Walk to the sluice
   1. over the stile
      1. mind the second step
   2. along the wall
3. Wait for the light

The second team starts where the first one stopped.

7. Count from the sluice to the point
8. Write it down at once

- [x] Charge the radios
- [ ] Ask the harbour about the dredger
  - [ ] and about the buoy

## Folded section

This line is inside a folded section.

# How we count

> Count what you see, not what you expect to see.

> [!NOTE]
> Two people, one telescope: one looks, one writes.

> [!TIP]
> Low sun from behind shows the wing bars.
>
> - Stand on the eastern side before noon.

> [!IMPORTANT]
> Nobody walks on the mud alone.

> [!WARNING]
> The tide comes in from two sides.

> [!CAUTION]
> The old jetty is closed: its planks do not hold.

> [!TIP]
> <!-- icon: 🔭 -->
> A telescope lies in the hide.

<details>
<summary>What to bring</summary>

- Boots, and a second pair of socks

</details>

---

\`\`\`typescript
/** Squares with at least twelve birds, the fullest first. */
function fullest(squares: Map<string, number>) {
  return [...squares]
    .filter(([, count]) => count >= 12)
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name);
}
\`\`\`

@table

@image

@file

The estimate is the mean over all squares:

$$
\\hat{N} = \\frac{A}{n\\,a} \\sum_{i=1}^{n} x_i \\pm 1.96\\,\\sqrt{\\frac{s^2}{n}}
$$

\`\`\`mermaid
graph LR
  A[Count] --> B{Same twice?}
  B -->|yes| C[Write it down]
  B -->|no| A
\`\`\`

[Tide tables of the estuary](https://example.org/tides "Bookmark")

${SHOWCASE_RTL}

@unknown

${SHOWCASE_END}
`;

const OTHER_DOCUMENT = docIdOf(secretOf('another document'));

/** What Markdown has no words for, or loses a part of. */
function withoutMarkdown(picture: string, file: string): Record<string, BlockContent> {
  return {
    inline: {
      type: 'paragraph',
      content: [
        { text: 'Next count: ' },
        { embed: { object: 'date', id: 'spring', date: '2026-03-04' } },
        { text: ', led by ' },
        { embed: { object: 'mention', person: BEN.id, name: BEN.name } },
        { text: '; the plan is in ' },
        { embed: { object: 'document', document: OTHER_DOCUMENT, title: 'Spring rota' } },
        { text: '. A square is ' },
        { embed: { object: 'formula', id: 'square', source: 'a = 0.25\\,\\mathrm{km}^2' } },
        { text: ' of mud. Bring tea. ☕' },
      ],
    },
    table: {
      type: 'table',
      header: true,
      content: [],
      table: {
        columns: [
          { id: '', width: 200 },
          { id: '', align: 'center' },
          { id: '', align: 'end' },
        ],
        rows: [
          ['Species', 'Where', 'Count'],
          ['Curlew', 'mud', '148'],
          ['Brent goose', 'channel', '1,204'],
          ['Little egret', 'creek', '9'],
        ].map((cells) => ({ id: '', cells: cells.map((text): Inline[] => [{ text }]) })),
      },
    },
    image: {
      type: 'image',
      src: attachmentAddress(picture),
      alt: 'Hills behind a bay at dusk',
      width: 480,
      pixelWidth: 960,
      pixelHeight: 420,
      content: [{ text: 'The bay from the eastern hide' }],
    },
    file: {
      type: 'file',
      src: attachmentAddress(file),
      name: 'counts-2026.csv',
      size: NOTES.byteLength,
      mime: 'text/csv',
      content: [{ text: 'All counts of this year' }],
    },
    unknown: { type: 'sketch', content: [{ text: 'A block of a later version' }] },
  };
}

/** The blocks, with the hashes of the picture and the file that belong to them. */
function showcaseBlocks(picture: string, file: string): BlockContent[] {
  const others = withoutMarkdown(picture, file);
  return parseMarkdown(MARKDOWN).blocks.map((block) => {
    const [run] = block.content;
    const name = run && 'text' in run ? /^@(\w+)$/.exec(run.text)?.[1] : undefined;
    return (name && others[name]) || block;
  });
}

/** Brings the showcase to a server, as a program that knows the open protocols. @returns its link */
export async function bringShowcase(server: RunningServer): Promise<string> {
  const secret = secretOf('showcase');
  const docId = docIdOf(secret);
  const doc = new Y.Doc();
  const picture = landscape(960, 420);
  createDocument(doc, {
    title: SHOWCASE_TITLE,
    blocks: showcaseBlocks(hashOf(picture), hashOf(NOTES)),
  });
  doc.transact(() => keepPerson(doc, BEN));
  const link = formatLink(server.origin, docId, secret);
  const client = await joinWithYWebsocket(link, doc);
  for (const bytes of [picture, NOTES]) {
    const answer = await fetch(`${server.origin}/api/docs/${docId}/attachments/${hashOf(bytes)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: bytes.slice(),
    });
    if (!answer.ok) throw new Error(`An attachment was refused: ${await answer.text()}`);
  }
  client.leave();
  return link;
}

export function secretOf(name: string): Secret {
  return Secret.parse(createHash('sha256').update(`the secret of ${name}`).digest('base64url'));
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
