import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import classes from './Security.module.css';

interface Props {
  /** In the address: `/security#password` opens it. */
  readonly name: string;
  readonly title: string;
  /** Beside the title, known or not. */
  readonly state?: ReactNode;
  /** Something in it needs the user's attention. */
  readonly warns?: boolean;
  readonly children: ReactNode;
}

/** Opens by a press, by its name in the address, and where it warns; typed text stays when it is closed (ACCOUNT-11). */
export function SecurityRow({ name, title, state, warns = false, children }: Props) {
  const id = useId();
  const details = useRef<HTMLDetailsElement>(null);
  const isNamed = useLocation().hash === `#${name}`;
  // Not in `open`: the user may close it again, and nothing closes by itself.
  useEffect(() => {
    if (details.current && (warns || isNamed)) details.current.open = true;
  }, [warns, isNamed]);
  useEffect(() => {
    if (isNamed) details.current?.scrollIntoView({ block: 'nearest' });
  }, [isNamed]);
  return (
    <section className={classes.row} aria-labelledby={id}>
      <details ref={details}>
        <summary className={classes.summary}>
          <h2 id={id}>{title}</h2>
          {state}
        </summary>
        {children}
      </details>
    </section>
  );
}
