import { Button, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import {
  amountFaultNow,
  hasRunning,
  maxAmount,
  type WithdrawalFacts,
} from '../../machines/withdrawal/withdrawal.rules.ts';
import { CooldownNotice } from '../account/CooldownNotice.tsx';
import section from '../kit/Section.module.css';
import { Message } from '../kit/Message.tsx';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { useCooldown } from '../kit/useCooldown.ts';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { AddressField } from './AddressField.tsx';
import { AmountField } from './AmountField.tsx';
import { CoinChoice } from './CoinChoice.tsx';
import classes from './Withdraw.module.css';
import { useDraftFaultText } from './faultText.ts';
import type { Withdrawing } from './useWithdrawal.ts';

/** A GRIN withdrawal waits for its reply, and the way back to it. */
export function RunningOne({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  return (
    <Message kind="warning">
      <p>{t('form.running')}</p>
      <div className={section.buttons}>
        <Button size="xs" variant="default" onClick={() => withdrawing.send({ type: 'user.resume' })}>
          {t('form.resume')}
        </Button>
      </div>
    </Message>
  );
}

/** Step 2: where to, and how much (WITHDRAW-02). */
export function FormStep({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { context, send } = withdrawing;
  const { ticker, facts, faults } = context;
  const [typed, setTyped] = useState(context.typed);
  const sayFault = useDraftFaultText(ticker, facts?.coin?.network ?? '');
  const network = facts?.coin?.network ?? null;
  const isWithoutFee = (facts?.fee ?? null) === null;
  const isWaiting = isWithoutFee && facts?.feeStatus === 'waiting';
  const decimalComma = useDecimalComma();
  const isCooling = useCooldown() !== null;

  const change = (part: Partial<typeof typed>): void => {
    setTyped({ ...typed, ...part });
    send({ type: 'user.edit' });
  };
  const most = mostOf(facts);
  // Max stays Max, whatever fee and balance become.
  const amount = typed.isMax === true && most !== null ? most : typed.amount;
  const amountFault = faults.amount && amountFaultNow(faults.amount, amount, { decimalComma });
  function submit(event: FormEvent): void {
    event.preventDefault();
    send({ type: 'user.continue', typed: { ...typed, amount }, decimalComma });
  }
  return (
    <form
      className={classes.fields}
      aria-label={t('form.name', { coin: ticker })}
      noValidate
      onSubmit={submit}
    >
      <CooldownNotice />
      {hasRunning(context) && <RunningOne withdrawing={withdrawing} />}
      <CoinChoice ticker={ticker} />
      {isWithoutFee && !isWaiting && <FeeMissing withdrawing={withdrawing} />}
      <fieldset className={classes.fields} disabled={isWithoutFee || isCooling}>
        {usesSlatepacks(ticker) ? (
          <Text size="sm" c="dimmed">
            {t('form.grinHint')}
          </Text>
        ) : (
          <AddressField
            ticker={ticker}
            typed={typed}
            network={network}
            error={faults.address && sayFault.address(faults.address)}
            onChange={change}
          />
        )}
        <AmountField
          facts={facts}
          value={amount}
          error={amountFault && sayFault.amount(amountFault)}
          note={isWaiting ? t('form.waitingForFee', { coin: ticker }) : null}
          onChange={(text) => change({ amount: text, isMax: false })}
          onMax={() => {
            if (most !== null) change({ amount: most, isMax: true });
          }}
        />
        <Button type="submit" className={classes.wide ?? ''} onKeyDown={ignoreHeldEnter}>
          {t('form.continue')}
        </Button>
      </fieldset>
    </form>
  );
}

/** Balance minus fee; null while one of them is not known. */
function mostOf(facts: WithdrawalFacts | null): string | null {
  if (!facts?.coin || facts.fee === null) return null;
  const { coin, balance, fee } = facts;
  const { decimalPlaces, minWithdrawalAmount: minimum } = coin;
  return maxAmount({ balance, fee, minimum, decimalPlaces });
}

/** Without a known fee nothing can be requested (WITHDRAW-07). */
function FeeMissing({ withdrawing: { context, send } }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { ticker } = context;
  return (
    <Message kind="warning">
      <p>{t('form.feeUnavailable', { symbol: ticker })}</p>
      <p>{t('form.networkFeeError')}</p>
      <div className={section.buttons}>
        <Button size="xs" variant="default" onClick={() => send({ type: 'user.retry' })}>
          {t('word.retry')}
        </Button>
      </div>
    </Message>
  );
}
