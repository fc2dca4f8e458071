/**
 * Asks the C library's allocator to give back to the system what it holds free.
 *
 * glibc gives back by itself only what is free at the very end of its memory: one small piece that
 * stays there keeps everything before it. Its `malloc_trim` gives back every free page (`man 3
 * malloc_trim`), and nothing in Node calls it.
 *
 * Invariant: where it cannot be asked, nothing is different.
 */

/** Those on which `size_t`, which it takes, has 64 bits, and that `node:ffi` is built for. */
const ARCHITECTURES: readonly string[] = ['x64', 'arm64'];

/** What asks it; null where there is another C library, or a Node that cannot call into one. */
export function allocatorTrim(): (() => void) | null {
  if (process.platform !== 'linux' || !ARCHITECTURES.includes(process.arch)) return null;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  if (header.glibcVersionRuntime === undefined) return null;
  const library = withoutWarnings(() => process.getBuiltinModule('node:ffi'))?.dlopen(null, {
    malloc_trim: { arguments: ['u64'], return: 'i32' },
  });
  if (!library) return null;
  return () => library.functions.malloc_trim(0n);
}

/** Node warns whoever first names a module that may change; the host could do nothing about it. */
function withoutWarnings<T>(load: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}
