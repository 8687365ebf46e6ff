import { useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './ViewPanel.module.css';

interface PanelBoxProps {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Over the chart: takes the focus, and gives it back when Escape closes it. */
export function PanelBox({ id, name, onClose, children }: PanelBoxProps) {
  const panel = useRef<HTMLFieldSetElement>(null);
  // Only the document knows what had the focus; it must have it back before the panel is gone.
  useLayoutEffect(() => {
    const opener = document.activeElement;
    const box = panel.current;
    (box?.querySelector<HTMLElement>('input:checked, button:enabled') ?? box)?.focus();
    return () => {
      // The focus is elsewhere already where something else was pressed.
      if (opener instanceof HTMLElement && box?.contains(document.activeElement)) opener.focus();
    };
  }, []);
  return (
    // Escape closes it from any of its controls.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      ref={panel}
      id={id}
      className={classes.panel}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Else the page's own Escape would take the focus from the button again.
        event.preventDefault();
        onClose();
      }}
    >
      <legend className="visually-hidden">{name}</legend>
      {children}
    </fieldset>
  );
}
