import { Button, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usesSlatepacks } from '../../domain/depositGate.ts';
import { formatTradeAmount } from '../../domain/format.ts';
import { QUOTE_MINUTES } from '../../machines/withdrawal/withdrawal.machine.ts';
import {
  faultsOf,
  feeOf,
  hasRunning,
  isTheRunningOne,
  judgeAgain,
  largestDraft,
  totalOf,
} from '../../machines/withdrawal/withdrawal.rules.ts';
import { Fact, Note } from '../kit/Fact.tsx';
import section from '../kit/Section.module.css';
import { Figure } from '../kit/Figure.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { Message } from '../kit/Message.tsx';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { focusOnArrival } from '../kit/usePage.ts';
import type { Withdrawing } from './useWithdrawal.ts';
import { useDraftFaultText } from './faultText.ts';
import { Groups } from './Receipt.tsx';
import { RunningOne } from './FormStep.tsx';

/** Step 3: everything once more, whole and at full precision, before it cannot be taken back. */
export function ConfirmStep({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { context, view, send } = withdrawing;
  const { ticker, facts, draft, typed } = context;
  const canResume = hasRunning(context);
  const isAnotherRunning = canResume && !isTheRunningOne(context);
  const app = useApp();
  const sayFault = useDraftFaultText(ticker, facts?.coin?.network ?? '');
  const why = useId();
  const { feeQuotes } = useCapabilities();
  const factor = useFactor(context.failure, () => send({ type: 'user.editCode' }));
  if (!draft) return null;
  const isSending = view === 'submitting';
  // The sent fee does not change with the feed.
  const fee = isSending ? context.confirmedFee : feeOf(context);
  const { address, amount } = faultsOf(judgeAgain(context));
  const fault = isSending ? null : amount ? sayFault.amount(amount) : address && sayFault.address(address);
  const isOff = isSending || fee === null || isAnotherRunning || fault !== null;
  // One that waits is resumed, and nothing is sent.
  const asksCode = factor.isAsked && !canResume;
  const confirmWith = (code?: string): void =>
    send({
      type: 'user.confirm',
      idempotencyKey: app.newIdempotencyKey(),
      ...(fee !== null && { shownFee: fee }),
      ...(code !== undefined && { privateCode: code }),
    });
  function confirm(): void {
    if (isOff || !asksCode) return confirmWith();
    const code = factor.take();
    if (code !== null) confirmWith(code);
  }
  const amountOf = (text: string) => (
    <>
      <Figure text={formatTradeAmount(text)} /> <span translate="no">{ticker}</span>
    </>
  );
  return (
    <Stack component="section" gap="lg">
      <h2 ref={focusOnArrival} tabIndex={-1}>
        {t('confirm.title')}
      </h2>
      <Text size="sm" c="dimmed">
        {t(usesSlatepacks(ticker) ? 'confirm.grinLead' : 'confirm.lead')}
      </Text>
      <dl>
        {draft.address !== '' && (
          <Fact isSheet name={t('field.address')}>
            <Groups text={draft.address} />
            {draft.address !== typed.address && <Note>{t('confirm.addressChanged')}</Note>}
          </Fact>
        )}
        <Fact isSheet name={t('facts.network')}>
          {facts?.coin?.network ?? ticker}
        </Fact>
        <Fact isSheet name={t('field.amount')}>
          {amountOf(draft.amount)}
        </Fact>
        <Fact isSheet name={t('confirm.fee')}>
          {fee === null ? t('confirm.noFee') : amountOf(fee)}
          {fee !== null && !isSending && (
            <Note>
              {feeQuotes ? t('confirm.feeHolds', { minutes: QUOTE_MINUTES }) : t('confirm.feeMoves')}
            </Note>
          )}
        </Fact>
        <Fact isSheet name={t('confirm.total')}>
          {fee === null ? t('confirm.noFee') : amountOf(totalOf(draft.amount, fee))}
        </Fact>
        <Fact isSheet name={t('confirm.arrives')} isStrong>
          {amountOf(draft.amount)}
        </Fact>
      </dl>
      {!isSending && fee === null && (
        <Message kind="warning">
          <p>{t('form.feeUnavailable', { symbol: ticker })}</p>
          <p>{t('form.networkFeeError')}</p>
        </Message>
      )}
      {fault !== null && (
        <Message kind="warning">
          <p id={why}>{t('confirm.changed')}</p>
          <p>{fault}</p>
          {largestDraft(context) && (
            <div className={section.buttons}>
              <Button size="xs" variant="default" onClick={() => send({ type: 'user.useMaximum' })}>
                {t('confirm.useMaximum')}
              </Button>
            </div>
          )}
        </Message>
      )}
      {!isSending && isAnotherRunning && <RunningOne withdrawing={withdrawing} />}
      {asksCode && <FactorField factor={factor} isBusy={isSending} onEnter={confirm} />}
      <div className={section.buttons}>
        <Button
          // Not disabled: a button that goes away under the finger takes the keyboard's place with it.
          aria-disabled={isOff}
          data-waiting={isOff}
          onKeyDown={ignoreHeldEnter}
          aria-describedby={fault === null ? undefined : why}
          onClick={confirm}
        >
          {t(isSending ? 'confirm.submitting' : 'confirm.submit')}
        </Button>
        {!isSending && (
          <Button variant="default" onClick={() => send({ type: 'user.backToEdit' })}>
            {t('confirm.back')}
          </Button>
        )}
      </div>
    </Stack>
  );
}
