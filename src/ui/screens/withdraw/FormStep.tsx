import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usesSlatepacks } from '../../../domain/depositGate.ts';
import { Message } from '../../components/message/Message.tsx';
import { ignoreHeldEnter } from '../../components/orderForm/heldEnter.ts';
import type { Withdrawing } from '../../hooks/useWithdrawal.ts';
import { AmountField } from './AmountField.tsx';
import { CoinChoice } from './CoinChoice.tsx';
import { useDraftFaultText } from './faultText.ts';
import { RunningOne } from './RunningOne.tsx';
import classes from './Withdraw.module.css';

/** Step 2: where to, and how much (spec 2 §2.4, §5). */
export function FormStep({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { ticker, facts, faults, canResume, edit } = withdrawing;
  const [typed, setTyped] = useState(withdrawing.typed);
  const sayFault = useDraftFaultText(ticker, facts?.coin?.network ?? '');
  const network = facts?.coin?.network ?? null;
  const isWithoutFee = (facts?.fee ?? null) === null;

  const change = (part: Partial<typeof typed>): void => {
    setTyped({ ...typed, ...part });
    edit();
  };
  function submit(event: FormEvent): void {
    event.preventDefault();
    withdrawing.proceed(typed);
  }
  return (
    <form
      className={classes['form']}
      aria-label={t('form.name', { coin: ticker })}
      noValidate
      onSubmit={submit}
    >
      {canResume && <RunningOne withdrawing={withdrawing} />}
      <CoinChoice ticker={ticker} />
      {isWithoutFee && <FeeMissing withdrawing={withdrawing} />}
      <fieldset className={classes['fields']} disabled={isWithoutFee}>
        {usesSlatepacks(ticker) ? (
          <p className={classes['hint']}>{t('form.grinHint')}</p>
        ) : (
          <TextInput
            label={t('form.address')}
            description={network === null ? t('form.addressHintBare') : t('form.addressHint', { network })}
            classNames={{ input: classes['mono'] ?? '' }}
            value={typed.address}
            error={faults.address && sayFault.address(faults.address)}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            onKeyDown={ignoreHeldEnter}
            onChange={({ currentTarget }) => change({ address: currentTarget.value })}
          />
        )}
        <AmountField
          facts={facts}
          value={typed.amount}
          error={faults.amount && sayFault.amount(faults.amount)}
          onChange={(amount) => change({ amount })}
        />
        <Button type="submit" className={classes['wide'] ?? ''} onKeyDown={ignoreHeldEnter}>
          {t('form.continue')}
        </Button>
      </fieldset>
    </form>
  );
}

/** Without a known fee nothing can be asked for (spec 2 §5, §8). */
function FeeMissing({ withdrawing: { ticker, facts, retry } }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  if (facts?.feeStatus === 'waiting') {
    return <Message kind="info">{t('form.waitingForFee', { coin: ticker })}</Message>;
  }
  return (
    <Message kind="warning">
      <p>{t('form.feeUnavailable', { symbol: ticker })}</p>
      <p>{t('form.networkFeeError')}</p>
      <div className={classes['buttons']}>
        <Button size="xs" variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </div>
    </Message>
  );
}
