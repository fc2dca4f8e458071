/** Tells the lists to those who hear the text, from when the part that does so is there. */
import { Plugin, type PluginView } from 'prosemirror-state';
import { Lazy } from '../../ui/lazy-part.ts';

const part = new Lazy(async () => (await import('./list-roles.ts')).followLists);

export function listRoles(): Plugin {
  return new Plugin({
    view: (created) => {
      let lists: PluginView | undefined;
      const begin = () => {
        lists ??= part.get()?.(created);
      };
      const stop = part.subscribe(begin);
      begin();
      return {
        update: (view, before) => lists?.update?.(view, before),
        destroy: () => {
          stop();
          lists?.destroy?.();
        },
      };
    },
  });
}
