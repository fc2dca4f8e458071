/**
 * The day of a date in the text, chosen beside it.
 *
 * Invariant: nothing changes until it is saved, and then the date that the form was opened for, also
 * where others have moved it meanwhile.
 */

import { type ReactNode, useLayoutEffect, useState } from 'react';
import { isDate } from '../../../shared/document/dates.ts';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { type DateAt, dayFromNow, selectedDate } from '../objects/dates.ts';
import { changeDate } from '../objects/shown-dates.ts';
import { FloatingForm } from './FloatingPanel.tsx';
import { boxOf } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

export function DateForm({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'date');
  const target = open ? selectedDate(menus.state) : null;
  return target ? <Form key={target.id} menus={menus} target={target} /> : null;
}

function Form({ menus, target }: { menus: Menus; target: DateAt }): ReactNode {
  const [date, setDate] = useState(target.date);
  useLayoutEffect(() => {
    menus.typedAhead.drain();
  }, [menus]);
  const save = (day: string) => {
    const { view } = menus;
    const tr = isDate(day) && day !== target.date ? changeDate(view.state, target, day) : null;
    if (tr) view.dispatch(tr);
    menus.close();
  };
  return (
    <FloatingForm
      menus={menus}
      label={tLazy().menus.date}
      className={styles.dateForm!}
      box={() => boxOf(menus.view, menus.state.selection.from, menus.state.selection.to)}
      onSave={() => save(date)}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The browser's own calendar takes the focus without giving it to anything.
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) menus.took();
      }}
    >
      <TextField
        label={tLazy().menus.day}
        labelHidden
        type="date"
        min="0001-01-01"
        max="9999-12-31"
        value={date}
        onChange={(event) => setDate(event.target.value)}
      />
      <div className={styles.dateButtons}>
        <Button variant="plain" onClick={() => save(dayFromNow(0))}>
          {tLazy().menus.today}
        </Button>
        <Button variant="plain" onClick={() => save(dayFromNow(1))}>
          {tLazy().menus.tomorrow}
        </Button>
        <Button type="submit">{tLazy().common.save}</Button>
      </div>
    </FloatingForm>
  );
}
