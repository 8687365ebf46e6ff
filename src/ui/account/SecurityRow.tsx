import { useId, useRef, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { useScrollTo } from '../kit/usePage.ts';
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
  const section = useRef<HTMLElement>(null);
  const isNamed = useLocation().hash === `#${name}`;
  useScrollTo(section, isNamed);
  // Never back to closed; the user may close it, and it stays so.
  const [opens, setOpens] = useState(false);
  if ((warns || isNamed) && !opens) setOpens(true);
  return (
    <section ref={section} className={classes.row} aria-labelledby={id}>
      <details open={opens}>
        <summary className={classes.summary}>
          <h2 id={id}>{title}</h2>
          {state}
        </summary>
        {children}
      </details>
    </section>
  );
}
