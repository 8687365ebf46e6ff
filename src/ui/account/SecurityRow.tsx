import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
} from 'react';
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

const OpenRow = createContext<() => void>(() => undefined);

/** Opens the row around it, as soon as something is in it that the user must see. */
export function useOpenRow(isThere: boolean): void {
  const open = useContext(OpenRow);
  // The user may close it again: only the next one opens it anew.
  useEffect(() => {
    if (isThere) open();
  }, [isThere, open]);
}

/** Opens by a press, by its name in the address, and where it warns; typed text stays when it is closed (ACCOUNT-11). */
export function SecurityRow({ name, title, state, warns = false, children }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const isNamed = useLocation().hash === `#${name}`;
  useScrollTo(section, isNamed);
  const [isOpen, setOpen] = useState(warns || isNamed);
  const open = useCallback(() => setOpen(true), []);
  // The user may close it; anything new reopens it.
  const [last, setLast] = useState({ warns, isNamed });
  if (last.warns !== warns || last.isNamed !== isNamed) {
    setLast({ warns, isNamed });
    if ((warns && !last.warns) || (isNamed && !last.isNamed)) setOpen(true);
  }
  return (
    <section ref={section} className={classes.row} aria-labelledby={id}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.summary}>
          <h2 id={id}>{title}</h2>
          {state}
        </summary>
        <OpenRow value={open}>{children}</OpenRow>
      </details>
    </section>
  );
}
