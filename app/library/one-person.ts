/**
 * Has all devices that share a library be one person: same key, same name, same colour.
 *
 * Invariant: the library decides. A device puts its own person in only where it knows that there is
 * none; what somebody changed by hand goes into the library before anything is taken from it.
 */
import { hasOwner, type OwnPerson, readOwner, writeOwner } from '../../shared/library/person.ts';
import type { LocalReplica } from '../replica/open-replica.ts';
import type { LibraryStore } from './library-store.ts';

/** The person at this device. */
interface PersonHere {
  get(): OwnPerson;
  /** Whether somebody changed name or colour here, and linked devices were not told. */
  isUntold(): boolean;
  /** Goes on as this person, which linked devices know. */
  become(person: OwnPerson): void;
  /** Calls `listener` after each change by hand. */
  onChange(listener: () => void): void;
}

/** From now on, while this device is linked. */
export function keepOnePerson(
  store: Pick<LibraryStore, 'doc' | 'link' | 'subscribe'> & {
    replica: Pick<LocalReplica, 'status'>;
  },
  here: PersonHere,
): void {
  const { doc } = store;
  const { status } = store.replica;
  const agree = () => {
    if (!store.link()) return;
    const owner = readOwner(doc);
    const mine = here.get();
    if (owner) {
      // A name that somebody chose is worth more than one that was made up.
      const isMine =
        owner.key === mine.key ? here.isUntold() : mine.isNamed && owner.isNamed === false;
      const { publicKey: ownKey, ...me } = mine;
      const publicKey = owner.publicKey ?? (owner.key === mine.key ? ownKey : undefined);
      const agreed = {
        ...(isMine ? { ...me, key: owner.key } : { ...me, ...owner }),
        ...(publicKey ? { publicKey } : {}),
      };
      if (isMine || publicKey !== owner.publicKey) writeOwner(doc, agreed);
      here.become(agreed);
    } else if (!hasOwner(doc) && status.get().server === 'synced') {
      writeOwner(doc, mine);
    }
  };
  store.subscribe(agree);
  status.subscribe(agree);
  here.onChange(agree);
  agree();
}
