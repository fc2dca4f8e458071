/**
 * The source of a formula inside a line, with the formula as it will be.
 *
 * Invariant: nothing changes until it is saved; the arrow keys leave the form at its ends, as if the
 * source stood in the line.
 */

import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { tLate } from '../../words/late.ts';
import { showFormula } from '../formulas/formulas.ts';
import { formulaTarget, putFormula } from '../formulas/inline-formula.ts';
import { boxOf, useFloating } from './floating.ts';
import styles from './menus.module.css';
import type { Menus } from './menus.ts';
import { useMenus } from './use-menus.ts';

export function FormulaForm({ menus }: { menus: Menus }): ReactNode {
  const open = useMenus(menus, ({ panel }) => panel === 'formula');
  return open ? <Form menus={menus} /> : null;
}

function Form({ menus }: { menus: Menus }): ReactNode {
  const [source, setSource] = useState(() => formulaTarget(menus.state).source);
  const [problem, setProblem] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const preview = useRef<HTMLOutputElement>(null);
  useFloating(
    form,
    () => {
      const { from, to } = menus.state.selection;
      return boxOf(menus.view, from, to);
    },
    'below',
  );
  useLayoutEffect(() => {
    const field = form.current?.querySelector('input');
    field?.focus({ preventScroll: true });
    field?.select();
  }, []);
  useEffect(() => {
    const element = preview.current;
    if (!element) return;
    if (source.trim() !== '') showFormula(element, source, false, setProblem);
    else {
      element.replaceChildren();
      setProblem(null);
    }
  }, [source]);

  const save = (side: 1 | -1 = 1) => {
    const { view } = menus;
    view.dispatch(putFormula(view.state, source.trim(), side).scrollIntoView());
    menus.close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const field = event.target;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') menus.close();
    else if (field instanceof HTMLInputElement && field.selectionStart === field.selectionEnd) {
      const at = field.selectionStart;
      if (event.key === 'ArrowLeft' && at === 0) save(-1);
      else if (event.key === 'ArrowRight' && at === source.length) save(1);
      else return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <form
      ref={form}
      aria-label={tLate().blocks.formula}
      className={styles.formulaForm}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onBlur={({ relatedTarget }) => {
        if (menus.panel === 'formula' && !form.current?.contains(relatedTarget)) menus.took();
      }}
    >
      <output ref={preview} className={styles.formulaPreview} aria-label={tLate().menus.preview} />
      <div className={styles.formulaLine}>
        <TextField
          label={tLate().menus.texSource}
          labelHidden
          spellCheck={false}
          placeholder="E = mc^2"
          value={source}
          problem={problem}
          className={styles.linkField}
          onChange={(event) => setSource(event.target.value)}
        />
        <Button type="submit">{tLate().common.save}</Button>
      </div>
    </form>
  );
}
