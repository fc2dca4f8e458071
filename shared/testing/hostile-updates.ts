/**
 * Updates that no app sends, written byte by byte: what a program of somebody's own can say.
 *
 * Invariant: each is well-formed as far as Yjs' format goes, so what is wrong with it is what its name
 * says.
 */
import * as encoding from 'lib0/encoding';

type Write = (encoder: encoding.Encoder) => void;

const REF = { gc: 0, json: 2, string: 4, embed: 5, format: 6, type: 7, any: 8, doc: 9 } as const;
const ANY = { bytes: 116, array: 117, object: 118, null: 126 } as const;

interface Structs {
  client: number;
  clock?: number;
  /** One after the other, each written as a whole. */
  structs: readonly Write[];
}

export interface Deletions {
  client: number;
  ranges: readonly [clock: number, length: number][];
}

/** An update of these structs and deletions. */
export function updateOf(
  written: readonly Structs[],
  deletions: readonly Deletions[] = [],
): Uint8Array {
  return encoding.encode((encoder) => {
    encoding.writeVarUint(encoder, written.length);
    for (const { client, clock = 0, structs } of written) {
      encoding.writeVarUint(encoder, structs.length);
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, clock);
      for (const write of structs) write(encoder);
    }
    encoding.writeVarUint(encoder, deletions.length);
    for (const { client, ranges } of deletions) {
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, ranges.length);
      for (const [clock, length] of ranges) {
        encoding.writeVarUint(encoder, clock);
        encoding.writeVarUint(encoder, length);
      }
    }
  });
}

/** An item at the front of a shared type of the document. */
function item(ref: number, content: Write, root = 'body'): Write {
  return (encoder) => {
    encoding.writeUint8(encoder, ref);
    encoding.writeVarUint(encoder, 1);
    encoding.writeVarString(encoder, root);
    content(encoder);
  };
}

export function text(written: string, root = 'body'): Write {
  return item(REF.string, (encoder) => encoding.writeVarString(encoder, written), root);
}

/** Clocks that somebody is to have used and deleted. */
export function collected(length: number): Write {
  return (encoder) => {
    encoding.writeUint8(encoder, REF.gc);
    encoding.writeVarUint(encoder, length);
  };
}

const nestedJson = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const nestedAny =
  (depth: number): Write =>
  (encoder) => {
    for (let left = depth; left > 0; left--) {
      encoding.writeUint8(encoder, ANY.array);
      encoding.writeVarUint(encoder, 1);
    }
    encoding.writeUint8(encoder, ANY.null);
  };
/** An object that gets bytes for its prototype when it is read, and then is taken for bytes. */
const falseBytes: Write = (encoder) => {
  encoding.writeUint8(encoder, ANY.object);
  encoding.writeVarUint(encoder, 1);
  encoding.writeVarString(encoder, '__proto__');
  encoding.writeUint8(encoder, ANY.bytes);
  encoding.writeVarUint8Array(encoder, Uint8Array.of(1));
};

/** Values that cannot be written out again, at least not by whoever has used some of the stack. */
export function unwritable(client: number, depth: number): Readonly<Record<string, Uint8Array>> {
  const json = nestedJson(depth);
  const of = (ref: number, content: Write) => updateOf([{ client, structs: [item(ref, content)] }]);
  return {
    'an object in the text, nested': of(REF.embed, (encoder) =>
      encoding.writeVarString(encoder, json),
    ),
    'formatting, nested': of(REF.format, (encoder) => {
      encoding.writeVarString(encoder, 'bold');
      encoding.writeVarString(encoder, json);
    }),
    'a list of JSON, nested': of(REF.json, (encoder) => {
      encoding.writeVarUint(encoder, 2);
      encoding.writeVarString(encoder, '"before"');
      encoding.writeVarString(encoder, json);
    }),
    'a value, nested': of(REF.any, (encoder) => {
      encoding.writeVarUint(encoder, 1);
      nestedAny(depth)(encoder);
    }),
    'a document in the document, nested': of(REF.doc, (encoder) => {
      encoding.writeVarString(encoder, 'guid');
      encoding.writeUint8(encoder, ANY.object);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, 'meta');
      nestedAny(depth)(encoder);
    }),
    'a value that is taken for bytes': of(REF.any, (encoder) => {
      encoding.writeVarUint(encoder, 1);
      falseBytes(encoder);
    }),
    'a document that is not named by a text': of(REF.doc, (encoder) => {
      encoding.writeVarString(encoder, 'guid');
      encoding.writeUint8(encoder, ANY.object);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, 'guid');
      encoding.writeUint8(encoder, ANY.object);
      encoding.writeVarUint(encoder, 1);
      encoding.writeVarString(encoder, 'toString');
      encoding.writeUint8(encoder, ANY.null);
    }),
  };
}

/** Lists inside each other: the outermost, when it is deleted, takes one with it after the other. */
export function nestedTypes(client: number, depth: number): Uint8Array {
  const list: Write = (encoder) => encoding.writeVarUint(encoder, 0);
  const structs = Array.from({ length: depth }, (_, clock): Write => {
    if (clock === 0) return item(REF.type, list);
    return (encoder) => {
      encoding.writeUint8(encoder, REF.type);
      encoding.writeVarUint(encoder, 0);
      encoding.writeVarUint(encoder, client);
      encoding.writeVarUint(encoder, clock - 1);
      list(encoder);
    };
  });
  return updateOf([{ client, structs }]);
}

/** So many items that all want to be first, which makes Yjs walk past those of clients before. */
export function crowd(client: number, count: number, root = 'body'): Uint8Array {
  return updateOf([{ client, structs: Array.from({ length: count }, () => text('x', root)) }]);
}
