/**
 * Random simulations, and the smallest one that breaks the same promise.
 *
 * Invariant: a simulation follows from its seed and length; what a shrunk one breaks is what the
 * whole one broke.
 */
import { newBlockId } from '../operations/block-shape.ts';
import {
  ATTRIBUTE_NAMES,
  type AttributeName,
  attributeNamesOf,
  type InlineObject,
  type InlineObjectName,
  VOID_TYPES,
} from '../schema.ts';
import { valuesOf } from './attribute-values.ts';
import {
  BrokenPromise,
  type Draw,
  drawFrom,
  FIRST_KEY,
  type FuzzCommands,
  NEWER,
  play,
  type Simulation,
  type StartBlock,
  type Step,
} from './simulation.ts';

/** A simulation that broke a promise, and the least of it that still does. */
export interface Fault<Command> {
  seed: number;
  /** As it broke in the shrunk simulation. */
  error: BrokenPromise;
  simulation: Simulation<Command>;
  steps: number;
}

/** Values to draw for attributes; those of others are any that they can have. */
const VALUES: { readonly [Name in AttributeName]?: readonly unknown[] } = {
  depth: [0, 0, 1, 1, 2, 3],
  level: [1, 2, 3, 6],
  checked: [false, true],
  language: ['', 'js'],
  start: [undefined, 1, 7],
  raw: [false, true],
  tone: [undefined, 'tip', 'warning'],
  icon: ['', '★'],
  src: [undefined, 'https://example.org/a.png', `attachments/${'a1'.repeat(32)}`],
  alt: ['', 'A boat'],
  width: [undefined, 32, 400],
  pixelWidth: [undefined, 1, 1_200],
  pixelHeight: [undefined, 1, 800],
  name: ['', 'plan.pdf'],
  size: [undefined, 0, 1_024],
  mime: ['', 'application/pdf'],
  href: [undefined, 'https://example.org/page'],
  header: [false, true],
  align: [undefined, 'center', 'end'],
};

/** Attributes of a block of a type, each drawn. */
export function drawAttributes(draw: Draw, type: string): Record<string, unknown> {
  const known = new Set(attributeNamesOf(type));
  const result: Record<string, unknown> = {};
  for (const name of ATTRIBUTE_NAMES) {
    const value = known.has(name) ? draw.pick(VALUES[name] ?? valuesOf(name)) : undefined;
    if (value !== undefined) result[name] = value;
  }
  return result;
}

/** What an object of the line says: a new kind is asked for here by the compiler. */
const OBJECTS: { readonly [Name in InlineObjectName]: readonly Record<string, unknown>[] } = {
  image: [{ src: 'https://example.org/a.png', alt: 'A boat' }],
  html: [{ value: '<wbr>' }],
  mention: [
    { person: '2vNW6LwYbLyZ4x1u', name: 'Ana' },
    { person: '7gQpTzMa3hRdKcWs', name: 'Ben' },
  ],
  date: [{ date: '2026-03-04' }, { date: '2027-12-31' }],
  document: [{ document: '7gQpTzMa3hRdKcWs', title: 'Plan' }],
  formula: [{ source: 'x' }, { source: 'x^2' }],
};
/** Objects that are changed where they stand, and so have a name. */
const CHANGED: ReadonlySet<string> = new Set<InlineObjectName>(['mention', 'date', 'formula']);

/** A new object with a token in it. */
export function objectOf(object: InlineObjectName, token: string): InlineObject {
  const named = CHANGED.has(object) ? { id: newBlockId() } : {};
  return { object, ...named, ...OBJECTS[object][0], token };
}

/** The same object, saying something else; null where it cannot. */
export function changedObject(embed: InlineObject, nth: number): InlineObject | null {
  if (typeof embed.id !== 'string' || !CHANGED.has(embed.object)) return null;
  const says = OBJECTS[embed.object as InlineObjectName];
  return { object: embed.object, id: embed.id, ...says[nth % says.length], token: embed.token };
}

const MAX_DEVICES = 5;
const MAX_DELIVERIES = 4;

/** The simulation that follows from a seed. */
export function drawSimulation<Command>(
  seed: number,
  operations: number,
  commands: FuzzCommands<Command>,
): Simulation<Command> {
  const draw = drawFrom(seed);
  const { int, oneIn, pick } = draw;
  const devices = int(2, MAX_DEVICES);
  const late = devices > 2 && oneIn(3) ? 1 : 0;
  const start = Array.from({ length: int(2, 6) }, () => drawStart(draw, commands.types));
  const steps: Step<Command>[] = [];
  let key = FIRST_KEY;
  const add = (step: Step<Command>) => steps.push(step);
  for (let operation = 0; operation < operations; operation++) {
    const device = int(0, devices - 1);
    const at = int(0, 999);
    key++;
    const kind = int(0, 99);
    if (kind < 8) add({ do: 'undo', key, device });
    else if (kind < 12) add({ do: 'redo', key, device });
    else if (kind < 15) add({ do: 'newer', key, device, what: pick(NEWER), at });
    else add({ do: 'command', key, device, command: commands.draw(draw) });
    if (oneIn(60)) add({ do: 'restart', key: ++key, device: int(0, devices - 1) });
    if (oneIn(40)) add({ do: 'part', key: ++key, sides: int(0, 2 ** devices - 1) });
    if (oneIn(20)) add({ do: 'part', key: ++key, sides: 0 });
    if (late > 0 && oneIn(25))
      add({ do: 'join', key: ++key, device: devices - 1, from: int(0, devices - 2) });
    for (let delivery = int(0, MAX_DELIVERIES); delivery > 0; delivery--)
      add({
        do: 'deliver',
        key: ++key,
        device: int(0, devices - 1),
        nth: int(0, 999),
        again: oneIn(10),
      });
  }
  if (oneIn(3)) add({ do: 'undo all', key: ++key, device: int(0, devices - 1) });
  return { devices, late, start, steps };
}

function drawStart(draw: Draw, types: readonly string[]): StartBlock {
  const type = draw.oneIn(2) ? 'paragraph' : draw.pick(types);
  const attributes = drawAttributes(draw, type);
  if (type === 'table')
    return { type, ...attributes, length: 0, rows: draw.int(1, 3), columns: draw.int(1, 3) };
  return { type, ...attributes, length: VOID_TYPES.has(type) ? 0 : draw.int(0, 4) };
}

/** Plays the simulation of a seed; where that breaks a promise, the smallest part that does. */
export function trySimulation<Command>(
  seed: number,
  operations: number,
  commands: FuzzCommands<Command>,
): Fault<Command> | null {
  const whole = drawSimulation(seed, operations, commands);
  const error = broken(whole, commands);
  if (!error) return null;
  const simulation = shrink(whole, (part) => broken(part, commands)?.promise === error.promise);
  return {
    seed,
    error: broken(simulation, commands) ?? error,
    simulation,
    steps: whole.steps.length,
  };
}

/** The promise a simulation breaks, or null. */
export function broken<Command>(
  simulation: Simulation<Command>,
  commands: FuzzCommands<Command>,
): BrokenPromise | null {
  try {
    play(simulation, commands);
    return null;
  } catch (error) {
    if (error instanceof BrokenPromise) return error;
    throw error;
  }
}

/** How often a simulation is played to make it smaller. */
const MAX_PLAYS = 800;

/** One that still fails, of which no step, block or number can be left out or made smaller. */
export function shrink<Command>(
  simulation: Simulation<Command>,
  fails: (part: Simulation<Command>) => boolean,
): Simulation<Command> {
  let best = simulation;
  let plays = 0;
  const accept = (part: Simulation<Command>): boolean => {
    if (plays++ >= MAX_PLAYS || !fails(part)) return false;
    best = part;
    return true;
  };
  for (let before = ''; before !== JSON.stringify(best) && plays < MAX_PLAYS; ) {
    before = JSON.stringify(best);
    withoutParts(best.steps, (steps) => accept({ ...best, steps }));
    withoutParts(best.start, (start) => start.length > 0 && accept({ ...best, start }));
    smallerNumbers(best, accept);
  }
  return best;
}

/** Delta debugging (Zeller and Hildebrandt 2002): leaves out ever smaller parts of a list. */
export function withoutParts<T>(all: readonly T[], accept: (part: T[]) => boolean): T[] {
  let list = [...all];
  for (let size = Math.ceil(list.length / 2); size >= 1; ) {
    let shorter = false;
    // From the end: what comes later depends on what came before.
    for (let at = Math.max(0, list.length - size); list.length > 0; at -= size) {
      const part = [...list.slice(0, Math.max(0, at)), ...list.slice(Math.max(0, at) + size)];
      if (part.length < list.length && accept(part)) {
        list = part;
        shorter = true;
      }
      if (at <= 0) break;
    }
    if (size === 1 && !shorter) break;
    size = shorter ? Math.min(size, Math.ceil(list.length / 2)) : Math.floor(size / 2);
  }
  return list;
}

/** Makes numbers of steps and of the start small, one by one; who did it and when stays. */
function smallerNumbers<Command>(
  simulation: Simulation<Command>,
  accept: (part: Simulation<Command>) => boolean,
): void {
  let current = simulation;
  const paths = numberPaths({ start: simulation.start, steps: simulation.steps });
  for (const path of paths) {
    const value = numberAt(current, path);
    const last = path[path.length - 1];
    if (last === 'key' || last === 'device' || last === 'from') continue;
    for (const wanted of [0, 1, 2, 3, value % 10])
      if (wanted < value) {
        const part = withNumber(current, path, wanted);
        if (!accept(part)) continue;
        current = part;
        break;
      }
  }
}

function numberPaths(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'number') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => numberPaths(inner, [...path, name]));
}

function numberAt(value: unknown, path: readonly string[]): number {
  return path.reduce<unknown>((inner, name) => Reflect.get(inner as object, name), value) as number;
}

function withNumber<T>(value: T, path: readonly string[], wanted: number): T {
  const copy = structuredClone(value);
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, name) => Reflect.get(inner as object, name), copy);
  Reflect.set(holder as object, path[path.length - 1]!, wanted);
  return copy;
}

/** A fault as a person reads it, with the simulation as data at the end. */
export function tell<Command>({ seed, error, simulation, steps }: Fault<Command>): string {
  const name = (device: number) => String.fromCharCode(65 + device);
  const lines = simulation.steps.map((step) => {
    const { do: what, key: _, ...rest } = step;
    if (step.do === 'part') return `      parted: ${sidesOf(step.sides, simulation.devices)}`;
    const { device, ...details } = rest as { device: number };
    const said = JSON.stringify('command' in step ? step.command : details);
    return `  ${name(device)}   ${what === 'command' ? '' : `${what} `}${said === '{}' ? '' : said}`;
  });
  return [
    `${error.message}`,
    `Seed ${seed}; ${simulation.steps.length} of its ${steps} steps are enough:`,
    ...simulation.start.map((block) => `      begins with ${JSON.stringify(block)}`),
    ...lines,
    `As a case: ${JSON.stringify(simulation)}`,
  ].join('\n');
}

function sidesOf(sides: number, devices: number): string {
  const names = Array.from({ length: devices }, (_, device) => String.fromCharCode(65 + device));
  const group = (bit: number) => names.filter((_, device) => ((sides >> device) & 1) === bit);
  return [group(0), group(1)].map((list) => list.join('')).join(' | ');
}
