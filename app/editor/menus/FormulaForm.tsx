/**
 * The source of a formula inside a line, with the formula as it will be.
 *
 * Invariant: nothing changes until it is left, and nothing by Escape; the arrow keys leave the form at
 * its ends, as if the source stood in the line.
 */

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { tLazy } from '../../i18n/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { showFormula } from '../blocks/formula/formulas.ts';
import { formulaTarget, putFormula } from '../blocks/formula/put-formula.ts';
import { FloatingForm } from './FloatingPanel.tsx';
import { boxOf } from './floating.ts';
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
  const preview = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const element = preview.current;
    if (!element) return;
    if (source.trim() !== '') showFormula(element, source, false, setProblem);
    else {
      element.replaceChildren();
      setProblem(null);
    }
  }, [source]);

  const isChanged = source.trim() !== '' && source !== formulaTarget(menus.state).source;
  const put = (side: 1 | -1) => {
    const { view } = menus;
    view.dispatch(putFormula(view.state, source.trim(), side).scrollIntoView());
  };
  const save = (side: 1 | -1 = 1) => {
    put(side);
    menus.close();
  };
  const leaveAtEnds = ({ target: field, key, nativeEvent }: KeyboardEvent): boolean => {
    if (nativeEvent.isComposing || !(field instanceof HTMLInputElement)) return false;
    const at = field.selectionStart;
    if (at !== field.selectionEnd) return false;
    if (key === 'ArrowLeft' && at === 0) save(-1);
    else if (key === 'ArrowRight' && at === source.length) save(1);
    else return false;
    return true;
  };
  return (
    <FloatingForm
      menus={menus}
      label={tLazy().blocks.formula}
      className={styles.formulaForm!}
      box={() => boxOf(menus.view, menus.state.selection.from, menus.state.selection.to)}
      onSave={save}
      onKeyDown={leaveAtEnds}
      onLeave={() => {
        if (menus.panel !== 'formula') return;
        // A click beside it is no "no": what was typed is there, and undo takes it back.
        if (isChanged) put(1);
        menus.took();
      }}
    >
      <output ref={preview} className={styles.formulaPreview} aria-label={tLazy().menus.preview} />
      <div className={styles.formulaLine}>
        <TextField
          label={tLazy().menus.texSource}
          labelHidden
          dir="ltr"
          spellCheck={false}
          placeholder="E = mc^2"
          value={source}
          problem={problem}
          className={styles.linkField}
          onChange={(event) => setSource(event.target.value)}
        />
        <Button type="submit">{tLazy().common.save}</Button>
      </div>
    </FloatingForm>
  );
}
