/**
 * What form data has, and whether something that came from elsewhere has it. Zod's way of saying it,
 * with as much of it as the app and the server share: whoever opens a document waits for this.
 *
 * Invariant: what has not the form is refused whole; what has it is a copy with nothing in it that
 * the form does not name, unless it says that more may come along.
 */
type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly data?: undefined };

export class Shape<T> {
  readonly #read: (value: unknown) => T;

  /** @param read gives the value in this form, or throws `Misshapen` */
  constructor(read: (value: unknown) => T) {
    this.#read = read;
  }

  /** @throws Misshapen if it has another form. */
  parse(value: unknown): T {
    return this.#read(value);
  }

  safeParse(value: unknown): Parsed<T> {
    try {
      return { success: true, data: this.#read(value) };
    } catch (error) {
      if (error instanceof Misshapen) return { success: false };
      throw error;
    }
  }
}

/** Something does not have the form it should have. */
export class Misshapen extends Error {
  override readonly name = 'Misshapen';
}

/** What a shape gives: `Of<typeof DocId>`. */
export type Of<S> = S extends Shape<infer T> ? T : never;

function when<T>(holds: (value: unknown) => value is T): Shape<T> {
  return new Shape((value) => {
    if (!holds(value)) throw new Misshapen('It has another form than expected.');
    return value;
  });
}

export function text(limits: { pattern?: RegExp; most?: number } = {}): Shape<string> {
  const { pattern = /^/, most = Number.POSITIVE_INFINITY } = limits;
  return when(
    (value): value is string =>
      typeof value === 'string' && value.length <= most && pattern.test(value),
  );
}

/** What one sees: neither blank, nor a sign without a form, nor one that needs a letter beneath it. */
const VISIBLE = /[^\p{Cc}\p{Cf}\p{Z}\p{M}]/u;

/** Text that can be seen, without space around it, which is cut off. */
export function label(most: number): Shape<string> {
  const inner = text({ pattern: VISIBLE, most });
  return new Shape((value) => inner.parse(typeof value === 'string' ? value.trim() : value));
}

export const boolean: Shape<boolean> = when((value) => typeof value === 'boolean');

export const number: Shape<number> = when((value): value is number => Number.isFinite(value));

/** A whole number that is exact, from `least`. */
export function int(least: number): Shape<number> {
  return when(
    (value): value is number => Number.isSafeInteger(value) && (value as number) >= least,
  );
}

/** ms since 1970 of the last moment that a `Date` can hold. */
export const LAST_TIME = 8.64e15;

/** ms since 1970 of a moment that a `Date` can hold: to show any other one throws. */
export const time: Shape<number> = when(
  (value): value is number =>
    Number.isInteger(value) && (value as number) >= 0 && (value as number) <= LAST_TIME,
);

/** One of these texts, which `options` are. */
export class Choice<T extends string> extends Shape<T> {
  readonly options: readonly T[];
  constructor(options: readonly T[]) {
    const known: ReadonlySet<unknown> = new Set(options);
    const shape = when((value): value is T => known.has(value));
    super((value) => shape.parse(value));
    this.options = options;
  }
}

export function oneOf<const T extends string>(options: readonly T[]): Choice<T> {
  return new Choice(options);
}

export function nullable<T>(shape: Shape<T>): Shape<T | null> {
  return new Shape((value) => (value === null ? null : shape.parse(value)));
}

class Optional<T> extends Shape<T | undefined> {
  declare readonly isOptional: true;
}

/** Only for what an object may lack. */
export function optional<T>(shape: Shape<T>): Optional<T> {
  return new Optional((value) => (value === undefined ? undefined : shape.parse(value)));
}

export function array<T>(shape: Shape<T>): Shape<T[]> {
  return new Shape((value) => listOf(value).map((item) => shape.parse(item)));
}

export function tuple<A, B>(first: Shape<A>, second: Shape<B>): Shape<[A, B]> {
  return new Shape((value) => {
    const items = listOf(value);
    if (items.length !== 2) throw new Misshapen('There are not two.');
    return [first.parse(items[0]), second.parse(items[1])];
  });
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type OptionalKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Optional<unknown> ? K : never;
}[keyof F];
type Simple<T> = { [K in keyof T]: T[K] } & {};
type Fielded<F extends Fields> = Simple<
  { [K in Exclude<keyof F, OptionalKeys<F>>]: Of<F[K]> } & { [K in OptionalKeys<F>]?: Of<F[K]> }
>;

export function object<F extends Fields>(fields: F): Shape<Fielded<F>> {
  return new Shape((value) => read(fields, recordOf(value), {}) as Fielded<F>);
}

/** An object that may hold more than is named here, which is kept as it is. */
export function looseObject<F extends Fields>(
  fields: F,
): Shape<Fielded<F> & Record<string, unknown>> {
  return new Shape((value) => {
    const record = recordOf(value);
    return read(fields, record, { ...record }) as Fielded<F> & Record<string, unknown>;
  });
}

function read(
  fields: Fields,
  record: Readonly<Record<string, unknown>>,
  into: Record<string, unknown>,
): Record<string, unknown> {
  for (const [key, shape] of Object.entries(fields)) {
    const given = Object.hasOwn(record, key) ? record[key] : undefined;
    const parsed = shape.parse(given);
    if (parsed !== undefined) into[key] = parsed;
  }
  return into;
}

function recordOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misshapen('It is no object.');
  return value as Record<string, unknown>;
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Misshapen('It is no list.');
  return value;
}
