import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Escape, a click beside the dialog, or its own buttons. */
  readonly onClose: () => void;
  /** Nothing of the page behind it is seen, and nothing but its buttons closes it. */
  readonly covers?: boolean;
  readonly children: ReactNode;
}

/** One that covers the page came unasked: a key that was meant for the page must press none of its buttons. */
function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (dialog.dataset.covers === 'true') dialog.focus();
}

/**
 * A question or a list over the page, shown as long as it is rendered. The browser's own dialog: it keeps the focus
 * inside, makes the page behind it inert, and gives the focus back.
 */
export function Dialog({ title, onClose, covers = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Before the element leaves the page: closing it is what gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element) show(element);
    return () => {
      element?.close();
      // Where it was opened anew, the browser knows no more who had it.
      if (before instanceof HTMLElement && document.activeElement !== before) before.focus();
    };
  }, []);
  return (
    // The pointer's way out; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-covers={covers}
      tabIndex={covers ? -1 : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Whoever shows it decides when it goes.
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // Browsers close it at the second Escape, whatever is said.
        if (currentTarget.isConnected) show(currentTarget);
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={classes.body}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons of a dialog, plain ones; `data-kind="danger"` marks what cannot be taken back. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
