/**
 * Lets what runs in Node here use the app's packages, also when `bench/node_modules` is there.
 *
 * Invariant: one Yjs in a process. The writers of other editors' documents and of ours meet in one,
 * and two copies of Yjs would not know each other's types. The pages are built with the packages of
 * `bench/package.json`, of course.
 */
import { registerHooks } from 'node:module';

const BENCH = new URL('../', import.meta.url).href;
const APP = new URL('../../package.json', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const isPackage = /^[@a-z]/.test(specifier) && !/^[a-z]+:/.test(specifier);
    if (!isPackage || !context.parentURL?.startsWith(BENCH)) return next(specifier, context);
    return next(specifier, { ...context, parentURL: APP });
  },
});
