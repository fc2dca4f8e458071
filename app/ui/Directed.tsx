/** Tells Base UI which way the interface reads, for its arrow keys and for what opens beside. */
import { DirectionProvider } from '@base-ui/react/direction-provider';
import type { ReactNode } from 'react';

export function Directed({ children }: { children: ReactNode }): ReactNode {
  const direction = document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr';
  return <DirectionProvider direction={direction}>{children}</DirectionProvider>;
}
