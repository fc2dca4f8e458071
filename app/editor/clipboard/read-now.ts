/**
 * What is pasted or dropped before anybody can make something of it.
 *
 * Invariant: what an event carries can be read only while it is being handled, so it is read then,
 * and comes again with an event of the same name.
 */
import type { Carried } from '../../ui/page-snapshot.ts';

/** Events whose place was kept, and is selected while they come again: they wait for nothing else. */
export const placed = new WeakSet<Event>();

export function readNow(event: { readonly clipboardData: Carried | null } | DragEvent): {
  isDrop: boolean;
  data: Carried;
  /** The same, to be handled later. */
  again: Event;
} {
  const isDrop = 'dataTransfer' in event;
  const data = copyOf(isDrop ? event.dataTransfer : event.clipboardData);
  const init = { bubbles: true, cancelable: true };
  // The browsers differ in what they let be put into events of their own kinds.
  const again = isDrop
    ? new MouseEvent('drop', {
        ...init,
        clientX: event.clientX,
        clientY: event.clientY,
        ctrlKey: event.ctrlKey,
        altKey: event.altKey,
      })
    : new Event('paste', init);
  Object.defineProperty(again, isDrop ? 'dataTransfer' : 'clipboardData', { value: data });
  return { isDrop, data, again };
}

function copyOf(data: Carried | null): Carried {
  const files = [...(data?.files ?? [])];
  const texts = new Map<string, string>();
  // Some have text and do not say so.
  for (const type of ['text/plain', 'text/html', 'text/uri-list', ...(data?.types ?? [])]) {
    const text = type === 'Files' ? '' : data?.getData(type);
    if (text) texts.set(type, text);
  }
  return {
    files: Object.assign(files, { item: (index: number) => files[index] ?? null }),
    types: [...texts.keys(), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type) => texts.get(type === 'Text' ? 'text/plain' : type) ?? '',
  };
}
