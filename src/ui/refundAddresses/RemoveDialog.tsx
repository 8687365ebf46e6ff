import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import long from '../kit/LongText.module.css';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';

interface Props {
  readonly coin: string;
  readonly address: string;
  readonly isRequired: boolean;
  /** The request is being sent. */
  readonly isBusy: boolean;
  readonly onRemove: () => void;
  readonly onKeep: () => void;
}

/** Asks before an address is forgotten (REFUND-06). */
export function RemoveDialog({ coin, address, isRequired, isBusy, onRemove, onKeep }: Props) {
  const { t } = useTranslation('refund');
  return (
    <Dialog title={t('dialog.title')} onClose={onKeep}>
      <p>{t('dialog.text', { coin })}</p>
      <p translate="no" className={long.mono}>
        {address}
      </p>
      {isRequired && <Text c="warning">{t('dialog.required', { coin })}</Text>}
      <DialogActions>
        <Button variant="default" disabled={isBusy} onClick={onKeep}>
          {t('dialog.keep')}
        </Button>
        <Button color="down" disabled={isBusy} onClick={onRemove}>
          {isBusy ? t('table.removing') : t('table.remove')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
