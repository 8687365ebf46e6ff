import { useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import classes from './Dialog.module.css';

interface DialogProps {
  readonly title: string;
  /** Called for Escape and a click beside the dialog. */
  readonly onClose: () => void;
  /** Hides the page behind it; only its own buttons close it. */
  readonly covers?: boolean;
  readonly children: ReactNode;
}

/** A covering dialog opens unasked, so no button gets the focus: a key meant for the page must press none. */
function show(dialog: HTMLDialogElement): void {
  dialog.showModal();
  if (dialog.dataset.covers === 'true') dialog.focus();
}

/** A native modal dialog, which keeps the focus inside, makes the page inert and gives the focus back. */
export function Dialog({ title, onClose, covers = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect: the dialog must close, which gives the focus back, before the element is removed.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element) show(element);
    return () => {
      element?.close();
      // After a second opening the browser no longer knows who had the focus.
      if (before instanceof HTMLElement && document.activeElement !== before) before.focus();
    };
  }, []);
  return (
    // For the pointer; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={dialog}
      className={classes.dialog}
      data-covers={covers}
      tabIndex={covers ? -1 : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The parent decides when the dialog closes.
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // Browsers close it at a second Escape in spite of `preventDefault`.
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

/** Plain buttons; `data-kind="danger"` marks what cannot be undone. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
