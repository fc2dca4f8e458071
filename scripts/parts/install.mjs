/**
 * Installing what is missing, and nothing else.
 *
 * Invariant: after it, node_modules holds what package-lock.json lists for this computer. Packages
 * that someone linked in from elsewhere are theirs and stay as they are.
 */
import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { oneAtATime, writingFailed } from './one-at-a-time.mjs';
import { ROOT, run, stopSignal } from './run.mjs';
import { machineNode } from './runtime.mjs';
import { duration, say, sayWhileWaiting, Trouble } from './say.mjs';

/** Where the packages are that only comparisons with other editors need. */
export const BENCH = join(ROOT, 'bench');

const modulesOf = (folder) => join(folder, 'node_modules');
const stampOf = (folder) => join(modulesOf(folder), '.installed-from');

/**
 * @param {string} [folder] that of a package.json and its lockfile
 * @returns {Promise<boolean>} whether anything had to be installed
 */
export async function ensureInstalled(folder = ROOT) {
  if (isUpToDate(folder)) return false;
  return oneAtATime('installing', async () => {
    if (isUpToDate(folder)) return false;
    await install(folder);
    return true;
  });
}

/** What the installed packages depend on: the lockfile, the platform, and the machine's C library. */
function wanted(folder) {
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${process.platform}-${process.arch}\n`;
}

function isUpToDate(folder) {
  const modules = lstatSync(modulesOf(folder), { throwIfNoEntry: false });
  if (modules?.isSymbolicLink()) return true;
  if (!modules) return false;
  try {
    if (readFileSync(stampOf(folder), 'utf8') === wanted(folder)) return true;
  } catch (error) {
    if (error.code !== 'ENOENT') throw writingFailed(error);
  }
  // Someone may have installed by hand.
  if (!matchesLockfile(folder)) return false;
  writeFileSync(stampOf(folder), wanted(folder));
  return true;
}

/** Whether npm's own record of what it installed agrees with the lockfile. */
function matchesLockfile(folder) {
  let installed;
  try {
    const record = join(modulesOf(folder), '.package-lock.json');
    installed = JSON.parse(readFileSync(record, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return false;
    throw writingFailed(error);
  }
  const { '': _self, ...locked } = JSON.parse(
    readFileSync(join(folder, 'package-lock.json'), 'utf8'),
  ).packages;
  const allThere = Object.entries(locked).every(([path, entry]) => {
    const there = installed[path];
    if (there) return there.version === entry.version;
    return entry.optional === true && !fits(entry);
  });
  return allThere && Object.keys(installed).every((path) => path in locked);
}

/** Whether an optional package is meant for this computer. */
function fits(entry) {
  const allows = (list, value) =>
    list === undefined || [list].flat().some((item) => item === value || item === 'any');
  // Two packages for the two C libraries: npm picks one, and either choice is right here.
  return allows(entry.os, process.platform) && allows(entry.cpu, process.arch) && !entry.libc;
}

async function install(folder) {
  const machine = machineNode();
  if (!machine) {
    throw new Trouble(
      'npm was not found: install Node 20 or newer, which brings it, and try again.',
    );
  }
  const lockfile = relative(ROOT, join(folder, 'package-lock.json'));
  say(`Installing packages: once, and again when ${lockfile} changes.`);
  const started = Date.now();
  const done = sayWhileWaiting('Still installing');
  // Development packages, too: they build the app.
  const flags = ['--include=dev', '--include=optional', '--prefer-offline'];
  try {
    let result = await npm(machine, folder, ['ci', ...flags]);
    if (result.code !== 0 && /EUSAGE/.test(result.output) && !stopSignal()) {
      say(`${lockfile} does not name every package for this computer; asking npm for the rest.`);
      result = await npm(machine, folder, ['install', '--no-save', ...flags]);
    }
    if (stopSignal()) throw new Trouble('Stopped while installing. The next start goes on.');
    if (result.code !== 0) throw whyInstallFailed(result);
  } finally {
    done();
  }
  writeFileSync(stampOf(folder), wanted(folder));
  say(`Installed in ${duration(Date.now() - started)}.`);
}

function npm({ npm: [command, ...before], shell }, folder, args) {
  // Npm knows the folder it was started for, so that it has to be told of another one.
  const prefix = folder === ROOT ? [] : ['--prefix', relative(ROOT, folder)];
  return run(command, [...before, ...args, ...prefix], {
    quiet: true,
    shell,
    // Settings that the running script inherited from its own npm must not steer this one.
    env: { npm_config_global: undefined, npm_config_workspace: undefined },
  });
}

function whyInstallFailed({ output, missing }) {
  if (missing) return new Trouble('npm was not found: install Node 20 or newer, which brings it.');
  const details = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log|^npm \S+ +at /.test(line))
    .slice(0, 12)
    .join('\n');
  if (/ENOSPC/.test(output)) {
    return new Trouble('The disk is full: free some space and try again.');
  }
  if (/EACCES|EROFS|EPERM/.test(output)) {
    return new Trouble('npm may not write here: see the lines above.', details);
  }
  if (
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET|FETCH_ERROR|network/i.test(
      output,
    )
  ) {
    return new Trouble(
      'The packages could not be fetched: check the network (or the proxy npm uses) and try again.',
      details,
    );
  }
  return new Trouble('Installing failed: see the lines above, then try again.', details || output);
}
