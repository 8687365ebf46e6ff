import { UnstyledButton } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import type { Tips } from './useTip.ts';
import classes from './Tip.module.css';

interface Props {
  readonly tips: Tips;
  readonly name: string;
  readonly text: ReactNode;
  /** Short, and not interactive. */
  readonly children: ReactNode;
}

/** Shows on hover, tap and focus, and hides by itself. */
export function Tip({ tips, name, text, children }: Props) {
  const id = useId();
  const isOpen = tips.open === name;
  return (
    <span className={classes.anchor}>
      <UnstyledButton
        className={classes.trigger ?? ''}
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
      </UnstyledButton>
      {isOpen && (
        <span role="tooltip" id={id} className={classes.tip}>
          {text}
        </span>
      )}
    </span>
  );
}
