import type { ComponentProps, ReactNode } from 'react';
import classes from './Fact.module.css';

interface FactProps {
  readonly name: string;
  readonly note?: string;
  /** The name takes no more than it needs, and the value is beside it. */
  readonly isSheet?: boolean;
  readonly isStrong?: boolean;
  readonly children: ReactNode;
}

/** A line of a `dl`. */
export function Fact({ name, note, isSheet = false, isStrong = false, children }: FactProps) {
  return (
    <div className={classes.fact} data-sheet={isSheet} data-strong={isStrong}>
      <dt>{name}</dt>
      <dd>
        {children}
        {note !== undefined && <Note>{note}</Note>}
      </dd>
    </div>
  );
}

/** Small, on a line of its own. */
export function Note(props: Omit<ComponentProps<'span'>, 'className'>) {
  return <span {...props} className={classes.note} />;
}
