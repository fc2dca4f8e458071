/**
 * Fields of forms: text, search and a choice from a short list. Invariant: every field has a label,
 * and a problem with it is told in words that are tied to it.
 *
 * The choice is the browser's own select: it is what phones, screen readers and scripts know best.
 */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import { SearchIcon } from './icons.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface FieldProps {
  label: string;
  /** The label is for screen readers only, because what stands around the field says it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  problem?: string | null;
}

export function TextField({
  label,
  labelHidden = false,
  hint,
  problem,
  className,
  ...rest
}: FieldProps & ComponentProps<'input'>): ReactNode {
  const id = useId();
  const told = problem ?? hint;
  return (
    <div className={cx(styles.field, className)}>
      <label htmlFor={id} className={labelHidden ? styles.labelHidden : styles.label}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        autoComplete="off"
        className={styles.input}
        aria-invalid={problem ? true : undefined}
        aria-describedby={told ? `${id}-told` : undefined}
        {...rest}
      />
      {told ? (
        <p id={`${id}-told`} className={problem ? styles.problem : styles.hint}>
          {told}
        </p>
      ) : null}
    </div>
  );
}

export function SearchField({
  label,
  ...rest
}: { label: string } & ComponentProps<'input'>): ReactNode {
  return (
    <div className={styles.search}>
      <SearchIcon aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        className={styles.input}
        {...rest}
      />
    </div>
  );
}

export function SelectField<Value extends string>({
  label,
  kind,
  hint,
  labelHidden = false,
  options,
  value,
  onChange,
}: {
  label: string;
  /** What is chosen, for screen readers, where the label is the beginning of a sentence. */
  kind?: string;
  hint?: ReactNode;
  labelHidden?: boolean;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? styles.labelHidden : styles.label}>
        {kind ? <VisuallyHidden>{kind}: </VisuallyHidden> : null}
        {label}
      </label>
      <select
        id={id}
        aria-describedby={hint ? `${id}-told` : undefined}
        className={styles.select}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {hint ? (
        <p id={`${id}-told`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
