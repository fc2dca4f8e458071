/**
 * `npm run audit`: what is known against the packages a release is made of, asked of the registry, and
 * the list of all of them (CycloneDX) in `dist/sbom.cdx.json`, to be given out with the release.
 *
 * Ends with 1 if something that is known is high or worse. Where no registry answers, it says so and
 * ends with 2: nothing was looked at, but the list is written.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run } from './parts/run.mjs';
import { main, say, Trouble } from './parts/say.mjs';

const LIST = join('dist', 'sbom.cdx.json');
/** Findings that a release does not go out with. */
const SERIOUS = ['high', 'critical'];

await main(async () => {
  // The packages as the lock file names them: what is installed here may be more, or less.
  const made = await npm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
  ]);
  const list = parsed(made);
  if (list?.bomFormat !== 'CycloneDX') throw new Trouble('npm made no list of packages.', made);
  keepReleased(list);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(join(ROOT, LIST), `${JSON.stringify(list, null, 2)}\n`);
  say(`${list.components.length} packages are listed in ${LIST}.`);

  const asked = await npm(['audit', '--json', '--omit=dev']);
  const found = parsed(asked)?.metadata?.vulnerabilities;
  if (found === undefined) {
    say('The registry was not asked: it gave no answer. Run this again where it does.');
    return 2;
  }
  const kinds = Object.entries(found).filter(([kind, count]) => kind !== 'total' && count > 0);
  const words = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ');
  say(`Known against them: ${words === '' ? 'nothing' : words}.`);
  return SERIOUS.some((kind) => found[kind] > 0) ? 1 : 0;
});

/**
 * Leaves out what only serves to build and test. npm itself, asked to omit that, leaves out what both
 * the app and a tool of the build need.
 *
 * @param {{ metadata: any, components: any[], dependencies: any[] }} list
 */
function keepReleased(list) {
  const { name, packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const released = new Set();
  for (const [path, { version, dev }] of Object.entries(packages))
    if (!dev) released.add(`${path.split('node_modules/').at(-1)}@${version}`);
  const own = list.metadata.component['bom-ref'];
  // npm takes the folder's name for that.
  list.metadata.component.name = name;
  list.components = list.components.filter((each) => released.has(each['bom-ref']));
  const listed = new Set([own, ...list.components.map((each) => each['bom-ref'])]);
  list.dependencies = list.dependencies
    .filter(({ ref }) => listed.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((on) => listed.has(on)) }));
}

/** What npm prints. @param {string[]} args */
async function npm(args) {
  const options = { quiet: true, shell: process.platform === 'win32', limit: 120_000 };
  // Its warnings would stand between what is to be read.
  return (await run('npm', [...args, '--loglevel=silent'], options)).output;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    // An error of npm in words.
    return null;
  }
}
