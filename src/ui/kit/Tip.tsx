import { useId, type ReactNode } from 'react';
import type { Tips } from './useTip.ts';
import classes from './Tip.module.css';

interface Props {
  readonly tips: Tips;
  /** Of this tip, among those of the screen. */
  readonly name: string;
  /** What it says. */
  readonly text: ReactNode;
  /** What it belongs to; short, and not interactive. */
  readonly children: ReactNode;
}

/** A few words more about a figure: for the pointer, the finger and the keyboard. It goes by itself. */
export function Tip({ tips, name, text, children }: Props) {
  const id = useId();
  const isOpen = tips.open === name;
  return (
    <span className={classes.anchor}>
      <button
        type="button"
        className={classes.trigger}
        aria-describedby={isOpen ? id : undefined}
        onPointerEnter={({ pointerType }) => {
          if (pointerType === 'mouse') tips.show(name);
        }}
        onPointerLeave={tips.hide}
        onFocus={() => tips.show(name)}
        onBlur={tips.hide}
        onClick={() => tips.show(name)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') tips.hide();
        }}
      >
        {children}
      </button>
      {isOpen && (
        <span role="tooltip" id={id} className={classes.tip}>
          {text}
        </span>
      )}
    </span>
  );
}
