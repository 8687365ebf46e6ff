import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DecimalText } from '../../domain/decimal.ts';
import { isUnreadByDefect, type Failure } from '../../domain/failure.ts';
import type { Side, Pair } from '../../domain/market.ts';
import { SAT, toSat } from '../../domain/satoshi.ts';
import type { NewOrder } from '../../domain/order.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import type { OrderFormRef } from '../../machines/orderForm/orderForm.machine.ts';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCapabilities } from '../kit/app.tsx';
import { orderAt, type OrderForm, type useOutcome } from './useOrderForm.ts';
import { Warnings } from './Warnings.tsx';
import classes from './Outcome.module.css';

interface OutcomeProps {
  readonly form: OrderForm;
  readonly pair: Pair;
  readonly side: Side;
  readonly outcome: ReturnType<typeof useOutcome>;
  /** A fault of the form as a whole, not of a field. */
  readonly fault: string | undefined;
  /** Said instead of the warnings, where it is not null. */
  readonly blocked: ReactNode;
}

/** Also the warnings, where there is no other message. */
export function Outcome({ form, pair, side, outcome, fault, blocked }: OutcomeProps) {
  const { t } = useTranslation('trade');
  const failureText = useFailureText();
  const refusalText = useRefusalText(side);
  const legs = useLegs(form);
  const { ref } = form;
  const { phase, failure, settingsFailure } = outcome;

  if (phase === 'settingsFailed' && settingsFailure) {
    const reason = failureText(settingsFailure);
    return (
      <Note
        kind="failure"
        actions={<Action onClick={() => ref.send({ type: 'user.retry' })}>{t('word.tryAgain')}</Action>}
      >
        {t('form.settingsFailed', { reason })}
      </Note>
    );
  }
  if (fault !== undefined) return <Note kind="failure">{fault}</Note>;
  // Its field shows it, in the same place.
  if (outcome.fault) return null;
  if (phase === 'refused' && failure && wantsCode(failure))
    return <FarOrder form={form} failure={failure} isBusy={outcome.isBusy} legs={legs} />;
  if ((phase === 'refused' || phase === 'held') && failure)
    return <Note kind="failure">{refusalText(failure)}</Note>;
  if (phase === 'confirmingRepeat' || phase === 'confirmingCrossing' || phase === 'confirmingLarge') {
    const price = form.draft.isSat === true ? priceOf(ref.getSnapshot().context.sending?.order) : undefined;
    const figures = price && t('form.confirm.price', { price, quote: pair.quote, sat: toSat(price) });
    const question = {
      confirmingRepeat: t('form.confirm.repeat'),
      confirmingCrossing: t(`form.confirm.crossing.${side}`),
      confirmingLarge: t('form.confirm.large'),
    }[phase];
    const actions = (
      <>
        <Action onClick={() => ref.send({ type: 'user.confirm' })}>{t('form.confirm.yes')}</Action>
        <Action onClick={() => ref.send({ type: 'user.decline' })}>{t('form.confirm.no')}</Action>
      </>
    );
    return (
      <Note kind="warning" actions={actions}>
        {[figures, legs, question].filter(Boolean).join(' ')}
      </Note>
    );
  }
  if (phase === 'submitting') return <Note kind="info">{t('form.sending')}</Note>;
  if (phase === 'outcomeUnknown' || phase === 'absent' || phase === 'unresolved') {
    return <LostOrder actor={ref} phase={phase} failure={failure} />;
  }
  return blocked ?? <Warnings form={form} pair={pair} side={side} />;
}

/** In quote coin; undefined for a market order that does not wait. */
const priceOf = (order: NewOrder | undefined): DecimalText | undefined =>
  order?.kind === 'limit' ? order.price : order?.stopPrice;

const NO_FACTS = { bestBid: null, bestAsk: null, available: null };

/** Both legs in words, for a question about the order (OCO-06); null for other orders. */
function useLegs(form: OrderForm): string | null {
  const { t } = useTranslation('trade');
  if (!form.draft.isOco) return null;
  const order = orderAt(form, NO_FACTS);
  if (order?.kind !== 'limit') return null;
  const { ocoStopPrice, ocoLimitPrice: limit } = order;
  const textOf = (one: DecimalText): string => (form.draft.isSat === true ? `${toSat(one)} ${SAT}` : one);
  const legs = { price: textOf(order.price), stop: textOf(ocoStopPrice ?? '') };
  return limit === undefined
    ? t('form.confirm.legs', legs)
    : t('form.confirm.legsWithLimit', { ...legs, limit: textOf(limit) });
}

/** The server asks for the second factor before an order that could trade far from the median (ORDER-20). */
interface FarOrderProps {
  readonly form: OrderForm;
  readonly failure: Failure;
  readonly isBusy: boolean;
  readonly legs: string | null;
}

function FarOrder({ form, failure, isBusy, legs }: FarOrderProps) {
  const { t } = useTranslation('trade');
  const failureText = useFailureText();
  const factor = useFactor(failure, () => undefined);
  if (!factor.isAsked) return <Note kind="failure">{failureText(failure)}</Note>;
  function send(): void {
    const code = factor.take();
    if (code !== null) form.press(code);
  }
  return (
    <div className={classes.note} data-kind="warning">
      <p role="alert">{[legs, t('form.far')].filter(Boolean).join(' ')}</p>
      {/* Enter also submits the form, whose press is ignored while this one is under way. */}
      <FactorField factor={factor} isBusy={isBusy} onEnter={send} />
      <div className={classes.actions}>
        <Action onClick={send}>{t('form.confirm.yes')}</Action>
        <Action onClick={() => form.ref.send({ type: 'user.edit' })}>{t('form.confirm.no')}</Action>
      </div>
    </div>
  );
}

interface LostOrderProps {
  readonly actor: OrderFormRef;
  readonly failure: Failure | null;
  readonly phase: 'outcomeUnknown' | 'absent' | 'unresolved';
}

/** An order whose answer was lost. The user may leave it at any time; the form keeps its text. */
function LostOrder({ actor, phase, failure }: LostOrderProps) {
  const { t } = useTranslation('trade');
  const { idempotencyKeys } = useCapabilities();
  const leave = <Action onClick={() => actor.send({ type: 'user.leave' })}>{t('form.unknown.leave')}</Action>;
  const isDefect = failure !== null && isUnreadByDefect(failure);
  if (phase === 'outcomeUnknown') {
    return (
      <Note kind="warning" actions={leave}>
        {[failure?.text, t(isDefect ? 'form.unknown.defect' : 'form.unknown.looking')]
          .filter(Boolean)
          .join(' ')}
      </Note>
    );
  }
  const actions = (
    <>
      {phase === 'absent' && (
        <Action onClick={() => actor.send({ type: 'user.sendAgain' })}>{t('form.unknown.sendAgain')}</Action>
      )}
      <Action onClick={() => actor.send({ type: 'user.checkAgain' })}>{t('word.checkAgain')}</Action>
      {leave}
    </>
  );
  // Only with idempotency keys may we promise that it is placed once.
  const words = phase === 'absent' && idempotencyKeys ? 'absentOnce' : phase;
  return (
    <Note kind="warning" actions={actions}>
      {t(`form.unknown.${words}`)}
    </Note>
  );
}

/** Our own text for four codes; else the server's message, else the error's, else our own text (ORDER-07). */
export function useRefusalText(side: Side): (failure: Failure) => string {
  const { t } = useTranslation('trade');
  const failureText = useFailureText();
  return (failure) => {
    if (failure.serverCode === 'NO_LIQUIDITY') return t('form.toast.noLiquidity');
    if (failure.serverCode === 'CANCELED_AT_ONCE') return t('form.toast.canceled');
    if (failure.serverCode === 'NOTHING_FILLED') return t('form.toast.nothingFilled');
    if (failure.serverCode === 'NOT_FILLED_WHOLE') return t('form.toast.notFilledWhole');
    const isWordless = failure.text === undefined && failure.code === 'refused';
    return isWordless ? t(`form.failed.${side}`) : failureText(failure);
  };
}

interface NoteProps {
  readonly kind: 'failure' | 'warning' | 'info';
  readonly actions?: ReactNode;
  readonly children: string;
}

function Note({ kind, actions, children }: NoteProps) {
  return (
    <div key={actions ? kind : children} className={classes.note} data-kind={kind}>
      <p role={kind === 'info' ? 'status' : 'alert'}>{children}</p>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}

function Action({ onClick, children }: { readonly onClick: () => void; readonly children: string }) {
  return (
    <Button size="compact-xs" variant="default" onClick={onClick}>
      {children}
    </Button>
  );
}
