/**
 * The program: the server in a thread of its own (`serve.ts`), watched from here.
 *
 * Invariant: what goes wrong before it listens ends as a sentence on standard error and exit code 1.
 */
import { supervise } from './supervisor.ts';

process.exitCode = await supervise(new URL('./serve.ts', import.meta.url));
