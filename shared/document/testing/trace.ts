/**
 * Recorded editing histories: what one or several people really typed, with what it came to.
 *
 * Format: github.com/josephg/editing-traces. A patch is `[position, deleted, inserted]`, positions in
 * Unicode code points of one text; here its lines are blocks.
 *
 * Invariant: the work made of a trace is a function of the trace alone, and nothing in it knows how
 * a document is kept.
 */
import { z } from 'zod';

const PatchForm = z.tuple([z.number().int().min(0), z.number().int().min(0), z.string()]);
const TraceForm = z.object({
  kind: z.string().optional(),
  startContent: z.string().default(''),
  endContent: z.string(),
  txns: z.array(
    z.object({
      parents: z.array(z.number().int().min(0)).optional(),
      agent: z.number().int().min(0).default(0),
      patches: z.array(PatchForm),
    }),
  ),
});

type Patch = z.infer<typeof PatchForm>;

export interface Trace {
  startContent: string;
  endContent: string;
  /** Whether several people wrote at once. */
  concurrent: boolean;
  /** How many patches there are. */
  edits: number;
  turns: Turn[];
}

/** What one person did at once, on the text as their replica has it after taking in `missing`. */
export interface Turn {
  replica: number;
  /** Turns that this replica has to hear of first, each after all those before it. */
  missing: number[];
  patches: Patch[];
}

export function parseTrace(value: unknown): Trace {
  const { kind, startContent, endContent, txns } = TraceForm.parse(value);
  const concurrent = kind === 'concurrent';
  return {
    startContent,
    endContent,
    concurrent,
    edits: txns.reduce((sum, { patches }) => sum + patches.length, 0),
    turns: concurrent
      ? concurrentTurns(txns)
      : txns.map(({ patches }) => ({ replica: 0, missing: [], patches })),
  };
}

/** One person's turns follow one another in this format, so a replica a person is enough. */
function concurrentTurns(txns: z.infer<typeof TraceForm>['txns']): Turn[] {
  const replicas = new Map<number, { known: Set<number>; last: number | null }>();
  return txns.map(({ parents = [], agent, patches }, index) => {
    const replica = replicas.get(agent) ?? { known: new Set(), last: null };
    replicas.set(agent, replica);
    const reached = new Set<number>();
    const pending = [...parents];
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (at >= index) throw new Error(`Turn ${index} cannot come after turn ${at}.`);
      if (reached.has(at)) continue;
      reached.add(at);
      if (!replica.known.has(at)) pending.push(...(txns[at]!.parents ?? []));
    }
    if (replica.last !== null && !reached.has(replica.last))
      throw new Error(`Turn ${index} of agent ${agent} does not come after their turn before.`);
    const missing = [...reached].filter((at) => !replica.known.has(at)).sort((a, b) => a - b);
    for (const at of [...missing, index]) replica.known.add(at);
    replica.last = index;
    return { replica: agent, missing, patches };
  });
}

/** One patch, in UTF-16 units. */
export interface Edit {
  /** Where it begins: in the whole text, and as a line with an offset in it. */
  index: number;
  line: number;
  offset: number;
  /** Where what it deletes ends. */
  endLine: number;
  endOffset: number;
  /** How much it deletes, ends of lines included. */
  length: number;
  inserted: string;
}

/**
 * The text of a replica as lines, to tell what a patch means there. It remembers where it last was,
 * so that a long text costs nothing where people write on at the same place.
 */
export class Lines {
  #lines: string[];
  #line = 0;
  /** What stands before the line, in code points and in units. */
  #points = 0;
  #units = 0;

  constructor(text: string) {
    this.#lines = text.split('\n');
  }

  get text(): string {
    return this.#lines.join('\n');
  }

  /** Makes one patch here and says what it was. */
  apply([position, deleted, inserted]: Patch): Edit {
    const from = this.#find(position);
    const to = this.#find(position + deleted);
    this.#find(position);
    const head = this.#lines[from.line]!.slice(0, from.offset);
    const tail = this.#lines[to.line]!.slice(to.offset);
    const now = (head + inserted + tail).split('\n');
    if (from.line === to.line && now.length === 1) this.#lines[from.line] = now[0]!;
    else this.#lines.splice(from.line, to.line - from.line + 1, ...now);
    return {
      ...from,
      endLine: to.line,
      endOffset: to.offset,
      length: to.index - from.index,
      inserted,
    };
  }

  #find(position: number): { index: number; line: number; offset: number } {
    while (this.#points > position) {
      const text = this.#lines[--this.#line]!;
      this.#points -= codePoints(text) + 1;
      this.#units -= text.length + 1;
    }
    for (;;) {
      const text = this.#lines[this.#line]!;
      const length = codePoints(text);
      const inside = position - this.#points;
      if (inside <= length) {
        const offset = unitsOf(text, inside, length);
        return { index: this.#units + offset, line: this.#line, offset };
      }
      if (this.#line + 1 === this.#lines.length)
        throw new Error(`Position ${position} is behind the end of the text.`);
      this.#points += length + 1;
      this.#units += text.length + 1;
      this.#line++;
    }
  }
}

const SURROGATE = /[\ud800-\udfff]/;

function codePoints(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** UTF-16 units that the first `points` of a text's `length` code points take. */
function unitsOf(text: string, points: number, length: number): number {
  if (length === text.length) return points;
  let units = 0;
  let left = points;
  for (const character of text) {
    if (left-- === 0) break;
    units += character.length;
  }
  return units;
}
