/**
 * What stands where a screen broke: what happened, and a way on, instead of an empty page.
 *
 * Invariant: it promises nothing about text that it cannot know; what was shown as saved is saved.
 */
import { Component, type ReactNode } from 'react';
import { t } from '../i18n/i18n.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import styles from './Page.module.css';
import { LIBRARY_PATH } from './routes.ts';

interface Props {
  /** Another address is another try. */
  address: string;
  children: ReactNode;
}

interface State {
  brokenAt: string | null;
}

// React offers this only to classes.
export class FailureBoundary extends Component<Props, State> {
  override state: State = { brokenAt: null };

  static getDerivedStateFromProps({ address }: Props, { brokenAt }: State): State | null {
    return brokenAt !== null && brokenAt !== '' && brokenAt !== address ? { brokenAt: null } : null;
  }

  static getDerivedStateFromError(): State {
    return { brokenAt: '' };
  }

  override componentDidCatch(): void {
    this.setState({ brokenAt: this.props.address });
    document.title = `${t().stopped} · Driftless`;
  }

  override render(): ReactNode {
    return this.state.brokenAt === null ? this.props.children : <FailureScreen />;
  }
}

function FailureScreen(): ReactNode {
  return (
    <main tabIndex={-1} className={styles.main}>
      <EmptyState
        heading="h1"
        title={t().stoppedWorking}
        actions={
          <>
            <Button variant="filled" onClick={() => location.reload()}>
              {t().reload}
            </Button>
            {/* A plain link: the app starts anew there. */}
            <a href={LIBRARY_PATH} className={buttonClass('quiet')}>
              {t().allDocuments}
            </a>
          </>
        }
      >
        <p>{t().stoppedHint}</p>
      </EmptyState>
    </main>
  );
}
