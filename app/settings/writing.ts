/** How this device helps with writing: which quotes and dashes come of what is typed. */
import { type Of, oneOf } from '../../shared/shape.ts';
import { Kept, useKept } from '../ui/kept.ts';

/** As a language writes them, as the browser's language does, or as they are typed. */
export const Typography = oneOf(['auto', 'en', 'de', 'fr', 'off']);
export type Typography = Of<typeof Typography>;

const kept = new Kept<Typography>(
  'driftless.typography',
  (text) => {
    const parsed = Typography.safeParse(text);
    return parsed.success ? parsed.data : 'auto';
  },
  (typography) => typography,
);

export function readTypography(): Typography {
  return kept.get();
}

export function chooseTypography(typography: Typography): void {
  kept.set(typography);
}

export function useTypography(): Typography {
  return useKept(kept);
}
