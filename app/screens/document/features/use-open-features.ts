/**
 * Which features of a document are open, and by what they were asked for.
 *
 * Invariant: of those with a panel one is open at most.
 */
import { useMemo, useState } from 'react';
import type { DocumentFeature, OpenFeatures } from './features.ts';

export function useOpenFeatures(): OpenFeatures {
  /** Whether by a key. */
  const [open, setOpen] = useState<ReadonlyMap<DocumentFeature, boolean>>(new Map());
  return useMemo(
    () => ({
      isOpen: (feature) => open.has(feature),
      byKey: (feature) => open.get(feature) === true,
      set: (feature, isOpen, byKey = false) =>
        setOpen((before) => {
          const now = new Map(before);
          now.delete(feature);
          if (!isOpen) return now;
          if (feature.isPanel)
            for (const other of before.keys()) if (other.isPanel) now.delete(other);
          return now.set(feature, byKey);
        }),
    }),
    [open],
  );
}
