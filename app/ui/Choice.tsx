/**
 * One of a few: as words side by side, or as colours. Invariant: underneath are the browser's own
 * radio buttons, so arrow keys, names and forms work by themselves.
 */
import { type CSSProperties, type ReactNode, useId } from 'react';
import styles from './Choice.module.css';
import { CheckIcon } from './icons.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
}

export function Segmented<Value extends string>({
  label,
  labelHidden = false,
  options,
  value,
  onChange,
}: ChoiceProps<Value> & {
  /** The label is for screen readers only, because what stands around says it. */
  labelHidden?: boolean;
  /** `lang`, where a label is in another language than the page. */
  options: readonly { value: Value; label: string; lang?: string }[];
}): ReactNode {
  const name = useId();
  return (
    <fieldset>
      <legend className={labelHidden ? styles.legendHidden : styles.legend}>{label}</legend>
      <div className={styles.segments}>
        {options.map((option) => (
          <label key={option.value} lang={option.lang} dir="auto" className={styles.segment}>
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** `color` of an option is a custom property of the tokens, such as `--person-teal`. */
export function Swatches<Value extends string>({
  label,
  options,
  value,
  onChange,
}: ChoiceProps<Value> & {
  options: readonly { value: Value; label: string; color: `--${string}` }[];
}): ReactNode {
  const name = useId();
  return (
    <fieldset>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.swatches}>
        {options.map((option) => (
          <label
            key={option.value}
            className={styles.swatch}
            title={option.label}
            style={{ '--swatch-color': `var(${option.color})` } as CSSProperties}
          >
            <input
              type="radio"
              name={name}
              className={styles.radio}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <VisuallyHidden>{option.label}</VisuallyHidden>
            <CheckIcon aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
