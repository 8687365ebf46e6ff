import { Button } from '@mantine/core';
import { Dialog, DialogActions } from './Dialog.tsx';

interface Props {
  readonly title: string;
  readonly text: string;
  readonly keep: string;
  readonly confirm: string;
  readonly onKeep: () => void;
  readonly onConfirm: () => void;
}

/** Asks before what cannot be undone. */
export function Question({ title, text, keep, confirm, onKeep, onConfirm }: Props) {
  return (
    <Dialog title={title} onClose={onKeep}>
      <p>{text}</p>
      <DialogActions>
        <Button variant="default" onClick={onKeep}>
          {keep}
        </Button>
        <Button
          color="down"
          onClick={() => {
            onKeep();
            onConfirm();
          }}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
