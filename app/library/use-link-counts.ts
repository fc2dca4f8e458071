/** How many links each document of the library has that were made on this person's devices. */
import { useEffect, useState } from 'react';
import type * as Y from 'yjs';
import { countMadeLinks } from '../../shared/library/made-links.ts';

export function useLinkCounts(library: Y.Doc): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState(() => countMadeLinks(library, Date.now()));
  useEffect(() => {
    const links = library.getMap('links');
    const again = () => setCounts(countMadeLinks(library, Date.now()));
    links.observe(again);
    return () => links.unobserve(again);
  }, [library]);
  return counts;
}
