/** Days of the calendar as documents keep them: `YYYY-MM-DD`, without a time or a zone. */

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether it is a day that there is. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
