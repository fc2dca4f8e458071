/** The people in a document; at one's own avatar one is called otherwise. Loaded after the text. */
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import type * as Y from 'yjs';
import type { DocId } from '../../../shared/access/ids.ts';
import { recordEdited } from '../../../shared/library/arrange.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { useLibrary } from '../../library/library-store.ts';
import { changeThisPerson } from '../../presence/change-person.ts';
import { followEdits } from '../../presence/edits.ts';
import { People } from '../../presence/People.tsx';
import { ProfileFields } from '../../settings/ProfileSettings.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export function PeopleAround({
  doc,
  docId,
  ...props
}: Omit<ComponentProps<typeof People>, 'onSelf'> & { doc: Y.Doc; docId: DocId }): ReactNode {
  const [open, setOpen] = useState(false);
  const { doc: library } = useLibrary();
  const { awareness } = props;
  useEffect(
    () =>
      followEdits(doc, awareness, (edited) => {
        recordEdited(library, docId, edited);
      }),
    [doc, docId, awareness, library],
  );
  return (
    <>
      <People {...props} onSelf={() => setOpen(true)} />
      <Dialog open={open} onClose={() => setOpen(false)} title={tLazy().preferences.profile} small>
        <ProfileFields person={props.person} onChange={changeThisPerson} />
      </Dialog>
    </>
  );
}
