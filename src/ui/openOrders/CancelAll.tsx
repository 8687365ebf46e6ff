import { useTranslation } from 'react-i18next';
import { useCancelAll } from './useCancellations.ts';
import { CancelAllDialog } from './CancelAllDialog.tsx';
import classes from './CancelAll.module.css';

interface Props {
  /** Null for the orders of all pairs. */
  readonly pair: string | null;
  readonly disabled?: boolean;
}

export function CancelAll({ pair, disabled = false }: Props) {
  const { t } = useTranslation('trade');
  const flow = useCancelAll();
  return (
    <>
      <button type="button" className={classes.begin} disabled={disabled} onClick={() => flow.begin(pair)}>
        {pair === null ? t('cancelAll.begin') : t('cancelAll.beginPair', { pair: pair.replace('-', '/') })}
      </button>
      {flow.isOpen && <CancelAllDialog flow={flow} />}
    </>
  );
}
