import { useId } from 'react';
import classes from './Choice.module.css';

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly disabled?: boolean;
  /** `filter`: small label above; `inline`: label beside; `field`: as in a form. */
  readonly look?: 'filter' | 'inline' | 'field';
  readonly onChoose: (value: Value) => void;
}

/** A native select, which phones show in their own way. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  disabled = false,
  look = 'filter',
  onChoose,
}: Props<Value>) {
  const id = useId();
  return (
    <div className={classes.field} data-look={look}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={classes.box}
        value={value}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            translate={option.label === option.value ? 'no' : undefined}
          >
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
