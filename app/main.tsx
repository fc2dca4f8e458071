/**
 * Starts the app in the browser. First of all the secret leaves the address bar: nothing that could
 * send, log or show the address has run before.
 */
import { takeVisit } from './screens/visit.ts';
import './ui/base.css';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { openLibrary } from './library/library-store.ts';
import { lateSharing } from './sharing/late-sharing.ts';
import { later } from './ui/late.tsx';

const visit = takeVisit();
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');
// Only the server knows what the link of a visit allows.
if (visit) {
  lateSharing.load().catch(() => {
    // Not reachable now: the document screen asks for it again.
  });
}
createRoot(root).render(<App library={openLibrary()} visit={visit} />);
// It fetches the whole app for the time without a network, which must not delay this page.
later(async () => (await import('./pwa/register.ts')).registerApp());
// The page has its colours already; this tints what the browser draws around it.
later(async () => (await import('./settings/theme.ts')).followTheme());
