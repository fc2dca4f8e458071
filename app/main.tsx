/**
 * Starts the app in the browser. First of all the secret leaves the address bar: nothing that could
 * send, log or show the address has run before.
 */
import { takeVisit } from './screens/visit.ts';
import '@fontsource-variable/source-sans-3/wght.css';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { documentPath } from '../shared/access/addresses.ts';
import { App } from './App.tsx';
import { setLanguage } from './i18n/i18n.ts';
import { openLibrary } from './library/library-store.ts';
import { thisProvingPerson } from './presence/this-person.ts';
import { expectReplica, proveWith } from './replica/open-replica.ts';
import { readRoute } from './screens/routes.ts';
import { lazySharing } from './sharing/lazy-sharing.ts';
import { later } from './ui/lazy.tsx';
import { hasSnapshot } from './ui/page-snapshot.ts';
import { joinTypedHalves } from './ui/typed-halves.ts';

const visit = takeVisit();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
proveWith(thisProvingPerson, async (key, publicKey) =>
  (await import('./presence/change-person.ts')).bindPerson(key, publicKey),
);
joinTypedHalves();
const library = openLibrary();
// The link is in the library; what this device has can be read meanwhile.
const route = readRoute(location.pathname + location.search);
if (route.screen === 'document' && hasSnapshot(documentPath(route.docId))) {
  void expectReplica(route.docId);
}
// Only the server knows what the link of a visit allows.
if (visit) {
  lazySharing.load().catch(() => {
    // Not reachable now: the document screen asks for it again.
  });
}
const show = () => createRoot(root).render(<App library={library} visit={visit} />);
const { lang } = document.documentElement;
if (lang === 'en') show();
else
  setLanguage(lang)
    // In English, rather than not at all.
    .catch(() => Object.assign(document.documentElement, { lang: 'en', dir: 'ltr' }))
    .then(show);
// It fetches the whole app for the time without a network, which must not delay this page.
later(async () => (await import('./pwa/register.ts')).registerApp());
// The page has its colours already; this tints what the browser draws around it.
later(async () => (await import('./settings/theme.ts')).followTheme());
later(async () => (await import('./settings/language.ts')).followLanguage());
// Documents are brought here and marked for the search, and linked devices are kept together.
later(async () => (await import('./background-tasks.ts')).startBackgroundTasks(library));
