import { Group, Modal } from '@mantine/core';
import { useLayoutEffect, useState, type ReactNode } from 'react';

interface DialogProps {
  readonly title: string;
  /** Called for Escape and a click beside the dialog. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while it is mounted, with the focus inside. */
export function Dialog({ title, onClose, children }: DialogProps) {
  // Mantine gives the focus back only where a dialog was mounted closed. Read before a field inside takes the focus.
  const [before] = useState(() => document.activeElement);
  useLayoutEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
  return (
    // By its parts: the `title` of the whole would be a second banner of the page.
    <Modal.Root opened onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Body>
          <Modal.Title>{title}</Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Its buttons, at the end of the line. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm">
      {children}
    </Group>
  );
}
