import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { checkDeposit } from '../../domain/slatepack/check.ts';
import { useSlatepackFaultText } from '../kit/useFaultText.ts';
import { Message } from '../kit/Message.tsx';

interface Props {
  readonly text: string;
  /** The smallest deposit; null where the server names none. */
  readonly minimum: DecimalText | null;
  readonly answer: string | null;
}

/** Checks the text while it is pasted, without holding up typing. Nothing is sent. */
export function SlatepackVerdict({ text, minimum, answer }: Props) {
  const { t } = useTranslation('deposit');
  const sayFault = useSlatepackFaultText();
  const settled = useDeferredValue(text);
  const check = useMemo(
    () => checkDeposit(settled, { network: 'mainnet', answer, ...(minimum === null ? {} : { minimum }) }),
    [settled, minimum, answer],
  );
  if (settled.trim() === '') return null;
  if (!check.ok) return <Message kind="info">{sayFault(check)}</Message>;
  const { slate } = check.slatepack;
  if (slate === null) return <Message kind="info">{t('slatepack.encrypted')}</Message>;
  return (
    <Message kind="success">
      <p>{t('slatepack.sound', { amount: slate.amount, fee: slate.fee })}</p>
      {slate.bookedAmount !== slate.amount && (
        <p>{t('slatepack.credited', { amount: slate.bookedAmount })}</p>
      )}
      {slate.ttl !== null && <p>{t('slatepack.expiresAt', { ttl: slate.ttl })}</p>}
      {check.isFeeTooLow && <p>{t('slatepack.feeTooLow')}</p>}
      <p>{t('slatepack.slate', { id: slate.id })}</p>
    </Message>
  );
}
