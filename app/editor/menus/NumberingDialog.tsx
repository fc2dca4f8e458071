/** The number that a list goes on with from here. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { readWhole } from '../../i18n/numbers.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog, DialogActions } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { numberHere, startAt } from '../lists/numbering-commands.ts';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

const MOST = 99_999;

export function NumberingDialog({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'numbering');
  return (
    <Dialog
      open={open}
      onClose={menus.close}
      title={tLazy().menus.startNumberingAt}
      small
      returnFocus={menus.focusLeft}
    >
      {open ? <NumberForm menus={menus} /> : null}
    </Dialog>
  );
}

function NumberForm({ menus }: { menus: Menus }): ReactNode {
  const [typed, setTyped] = useState(() => String(numberHere(menus.state) ?? 1));
  const [problem, setProblem] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const number = readWhole(typed);
    if (number === null || number > MOST) return setProblem(tLazy().menus.wholeNumber(MOST));
    menus.close();
    const { view } = menus;
    startAt(number)(view.state, view.dispatch);
  };
  return (
    <form noValidate onSubmit={save}>
      <TextField
        label={tLazy().menus.number}
        inputMode="numeric"
        value={typed}
        problem={problem}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value)}
      />
      <DialogActions>
        <Button type="submit" variant="filled">
          {tLazy().menus.set}
        </Button>
      </DialogActions>
    </form>
  );
}
