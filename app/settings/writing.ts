/** How this device helps with writing: which quotes and dashes come of what is typed. */
import { type Of, oneOf } from '../../shared/shape.ts';
import { StoredValue } from '../ui/stored-value.ts';

/** As a language writes them, as the browser's language does, or as they are typed. */
export const Typography = oneOf(['auto', 'en', 'de', 'fr', 'off']);
export type Typography = Of<typeof Typography>;

export const typographyValue = new StoredValue<Typography>(
  'driftless.typography',
  (text) => {
    const parsed = Typography.safeParse(text);
    return parsed.success ? parsed.data : 'auto';
  },
  (typography) => typography,
);
