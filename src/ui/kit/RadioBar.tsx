import { useId } from 'react';
import classes from './RadioBar.module.css';

interface RadioBarProps<Value extends string> {
  /** For screen readers. */
  readonly name: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly wordsOf: (value: Value) => string;
  readonly onChoose: (value: Value) => void;
  readonly className?: string | undefined;
}

/** One of several, in one line. Native radio buttons, so that arrow keys work as usual. */
export function RadioBar<Value extends string>({
  name,
  values,
  chosen,
  wordsOf,
  onChoose,
  className = '',
}: RadioBarProps<Value>) {
  const group = useId();
  return (
    <fieldset className={`${classes.bar} ${className}`}>
      <legend className="visually-hidden">{name}</legend>
      {values.map((one) => (
        <label key={one} className={classes.choice}>
          <input
            type="radio"
            name={group}
            value={one}
            checked={one === chosen}
            onChange={() => onChoose(one)}
          />
          {wordsOf(one)}
        </label>
      ))}
    </fieldset>
  );
}
