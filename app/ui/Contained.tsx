/**
 * What stands beside something that matters more, such as menus beside a text. Where it fails, it
 * goes, a sentence says so, and it is drawn anew when somebody next presses a key or the pointer.
 *
 * Invariant: nothing that is thrown while it is drawn gets to what is around it.
 */
import { Component, type ReactNode } from 'react';
import { tLazy } from '../i18n/lazy.ts';
import { announce } from './announce.ts';

interface Props {
  /** It has just failed, and is not drawn now. */
  onFailed?: () => void;
  children: ReactNode;
}

const PRESSES = ['keydown', 'pointerdown'] as const;

// React offers this only to classes.
export class Contained extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override componentDidCatch(): void {
    announce(tLazy().common.asideFailed);
    for (const press of PRESSES) addEventListener(press, this.#again, { capture: true });
    this.props.onFailed?.();
  }

  override componentWillUnmount(): void {
    this.#standDown();
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }

  #again = (): void => {
    this.#standDown();
    this.setState({ hasFailed: false });
  };

  #standDown(): void {
    for (const press of PRESSES) removeEventListener(press, this.#again, { capture: true });
  }
}
