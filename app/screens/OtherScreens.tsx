/** Every screen but the document's, as one part that is loaded after it. */
import { type ReactNode, useEffect } from 'react';
import { formatLink, parseLink } from '../../shared/access/link-addresses.ts';
import { t } from '../i18n/i18n.ts';
import { tLazy } from '../i18n/lazy.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Link } from '../ui/navigation.tsx';
import { JoinScreen } from './JoinScreen.tsx';
import { LibraryScreen } from './library/LibraryScreen.tsx';
import { Page } from './Page.tsx';
import { LIBRARY_PATH, type Route } from './routes.ts';
import { SettingsScreen } from './SettingsScreen.tsx';
import { StartScreen } from './StartScreen.tsx';
import { heedEarlyAsking } from './switcher/asked-early.ts';

export function OtherScreens({
  route,
}: {
  route: Exclude<Route, { screen: 'document' }>;
}): ReactNode {
  useEffect(heedEarlyAsking, []);
  switch (route.screen) {
    case 'library':
      return <LibraryScreen />;
    case 'settings':
      return <SettingsScreen />;
    case 'join':
      return <JoinScreen />;
    case 'start':
      return <StartScreen using={route.with} />;
    case 'unknown':
      return <UnknownScreen />;
  }
}

const toLibrary = () => (
  <Link href={LIBRARY_PATH} className={buttonClass('filled')}>
    {t().allDocuments}
  </Link>
);

/** For addresses that lead nowhere: what happened, and a way on. */
function UnknownScreen(): ReactNode {
  useEffect(() => {
    // Office programs write the sign before the key as `%23`: then all of it is the path.
    const link = parseLink(location.href);
    if (link) location.replace(formatLink(location.origin, link.docId, link.secret));
  }, []);
  return (
    <Page title={tLazy().screens.notFound}>
      <EmptyState heading="h1" title={tLazy().screens.nothingHere} actions={toLibrary()}>
        <p>
          {tLazy().error('not_found')} {tLazy().screens.cutShort}
        </p>
      </EmptyState>
    </Page>
  );
}
