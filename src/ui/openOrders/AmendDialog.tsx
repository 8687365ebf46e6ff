import { Button, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { amendableFields, keepsPlace } from '../../domain/amendment.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import { isUnreadByDefect } from '../../domain/failure.ts';
import { DASH } from '../../domain/format.ts';
import { filledOf } from '../../domain/history/orders.ts';
import { type Pair, parsePair } from '../../domain/market.ts';
import { isWaiting, type Order } from '../../domain/order.ts';
import type { TypedAmendment } from '../../machines/orderAmendment/orderAmendment.machine.ts';
import { wantsCode } from '../../domain/twoFactor.ts';
import { faultAsReadNow, fieldText, readTypedDecimal } from '../../domain/typedDecimal.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { FactorField, useFactor } from '../kit/FactorField.tsx';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { Message } from '../kit/Message.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import type { AmendmentFlow } from './useAmendment.ts';
import classes from './AmendDialog.module.css';

interface Props {
  readonly flow: AmendmentFlow;
  /** As it was when the dialog opened. */
  readonly order: Order;
  /** As it is listed now; null when it is open no more. */
  readonly listed: Order | null;
  /** The initial price, or the stop price of a waiting order; that of the order where absent. */
  readonly newPrice?: DecimalText;
}

export function AmendDialog({ flow, order, listed, newPrice }: Props) {
  const { t } = useTranslation('trade');
  const decimalComma = useDecimalComma();
  const fields = amendableFields(order);
  const [typed, setTyped] = useState((): TypedAmendment => {
    const { price, quantity, stopPrice } = order;
    const [begins] = fields;
    const textOf = (text: DecimalText | null | undefined) => fieldText(text ?? '', { decimalComma });
    return {
      price: textOf(begins === 'price' ? (newPrice ?? price) : price),
      quantity: textOf(quantity),
      stop: textOf(begins === 'stop' ? (newPrice ?? stopPrice) : undefined),
    };
  });
  const pair = parsePair(order.pair) ?? { symbol: order.pair, base: order.pair, quote: '' };
  const faultAt = useFaultText(flow, order, typed, pair);
  const { stage } = flow;
  const isEditing = stage === 'editing';
  const isLost = stage === 'looking' || stage === 'absent' || stage === 'unresolved';
  const place = useOutlook(order, typed, pair);
  const factor = useFactor(flow.failure, () => undefined);
  // Other terms may need no code.
  const asksCode = factor.isAsked && flow.failure !== null && wantsCode(flow.failure);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!asksCode) return flow.submit(typed);
    const code = factor.take();
    if (code !== null) flow.submit(typed, code);
  }
  function type(field: keyof TypedAmendment, text: string): void {
    setTyped({ ...typed, [field]: text });
    flow.send({ type: 'user.edit' });
  }
  // A sent request cannot be taken back: until it is answered the dialog stays.
  const close = stage === 'sending' ? () => undefined : () => flow.send({ type: 'user.dismiss' });
  return (
    <Dialog title={t(`amend.title.${order.side}`, { pair: `${pair.base}/${pair.quote}` })} onClose={close}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.filled}>
          <Progress order={order} listed={listed} coin={pair.base} />
        </p>
        <div className={classes.fields}>
          {fields.map((field) => (
            <TextInput
              key={field}
              label={t(field === 'stop' ? 'form.stopPrice' : `form.${field}`)}
              value={typed[field]}
              error={faultAt(field)}
              disabled={!isEditing && stage !== 'held'}
              rightSection={field === 'quantity' ? pair.base : pair.quote}
              rightSectionWidth={56}
              rightSectionPointerEvents="none"
              rightSectionProps={{ translate: 'no' }}
              size="sm"
              inputMode="decimal"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              onChange={(event) => type(field, event.currentTarget.value)}
              onKeyDown={ignoreHeldEnter}
            />
          ))}
        </div>
        <div className={classes.notes}>
          {isLost ? (
            <Lost flow={flow} />
          ) : (
            <Note flow={flow} fault={faultAt('form')} place={place} asksCode={asksCode} />
          )}
        </div>
        {asksCode && <FactorField factor={factor} isBusy={!isEditing} />}
        <DialogActions>
          {stage === 'absent' && (
            <Button variant="default" onClick={() => flow.send({ type: 'user.sendAgain' })}>
              {t('form.unknown.sendAgain')}
            </Button>
          )}
          {(stage === 'absent' || stage === 'unresolved') && (
            <Button variant="default" onClick={() => flow.send({ type: 'user.checkAgain' })}>
              {t('word.checkAgain')}
            </Button>
          )}
          {!isLost && (
            <Button type="submit" disabled={!isEditing}>
              {t('amend.submit')}
            </Button>
          )}
          <Button
            variant="default"
            disabled={stage === 'sending'}
            onClick={() => flow.send({ type: 'user.dismiss' })}
          >
            {isLost ? t('form.unknown.leave') : t('amend.keep')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function Progress({ order, listed, coin }: Pick<Props, 'order' | 'listed'> & { readonly coin: string }) {
  const { t } = useTranslation('trade');
  if (listed === null) return t('mine.toast.noLongerOpen');
  if (!isWaiting(order))
    return t('amend.filled', { filled: filledOf(listed) ?? DASH, quantity: listed.quantity ?? DASH, coin });
  // Its fields stay: the answer applies to the sent values.
  return listed.state === 'WAITING' ? null : t('amend.triggered');
}

function Note({
  flow,
  fault,
  place,
  asksCode,
}: {
  readonly flow: AmendmentFlow;
  readonly fault: string | undefined;
  readonly place: string | null;
  readonly asksCode: boolean;
}) {
  const { t } = useTranslation('trade');
  const failureText = useFailureText();
  if (flow.stage === 'sending') return <p role="status">{t('amend.sending')}</p>;
  if (fault !== undefined) return <Message kind="failure">{fault}</Message>;
  const { failure } = flow;
  if (asksCode) return <Message kind="warning">{t('form.far')}</Message>;
  if (failure) {
    // The server's message may be about a cancellation, which is answered alike.
    if (failure.serverCode === 'ORDER_FILLED')
      return <Message kind="failure">{t('amend.orderFilled')}</Message>;
    const isWordless = failure.text === undefined && failure.code === 'refused';
    return <Message kind="failure">{isWordless ? t('amend.failed') : failureText(failure)}</Message>;
  }
  return <p role="status">{place}</p>;
}

function Lost({ flow: { stage, isSentOnce, failure } }: { readonly flow: AmendmentFlow }) {
  const { t } = useTranslation('trade');
  const isDefect = failure !== null && isUnreadByDefect(failure);
  if (stage === 'looking')
    return <Message kind="info">{t(isDefect ? 'amend.unknown.defect' : 'amend.unknown.looking')}</Message>;
  if (stage === 'unresolved') return <Message kind="warning">{t('amend.unknown.unresolved')}</Message>;
  // Only with idempotency keys may we promise that it is done once.
  return (
    <Message kind="warning">{t(isSentOnce ? 'amend.unknown.absentOnce' : 'amend.unknown.absent')}</Message>
  );
}

/** What it waits for, or whether it keeps its place in the queue (AMEND-02); null while that is unknown. */
function useOutlook(order: Order, { stop, price, quantity }: TypedAmendment, { quote }: Pair): string | null {
  const { t } = useTranslation('trade');
  const decimalComma = useDecimalComma();
  if (isWaiting(order)) {
    const waitsFor = readTypedDecimal(stop, { decimalComma });
    return waitsFor.ok ? t(`amend.waits.${order.side}`, { price: waitsFor.text, quote }) : null;
  }
  const [at, all] = [price, quantity].map((text) => readTypedDecimal(text, { decimalComma }));
  if (!at?.ok || !all?.ok) return null;
  const amendment = { price: at.text, quantity: all.text };
  return t(keepsPlace(order, amendment) ? 'amend.keepsPlace' : 'amend.losesPlace');
}

function useFaultText(flow: AmendmentFlow, order: Order, text: TypedAmendment, { base }: Pair) {
  const { t } = useTranslation('trade');
  const decimalComma = useDecimalComma();
  return (field: keyof TypedAmendment | 'form'): string | undefined => {
    if (flow.fault?.field !== field) return undefined;
    const fault = field === 'form' ? flow.fault : faultAsReadNow(flow.fault, text[field], { decimalComma });
    if (fault === null) return undefined;
    const { code, typed, values } = fault;
    if (code === 'unchanged' && isWaiting(order)) return t('amend.fault.unchangedStop');
    if (code === 'notAboveFilled' || code === 'unchanged')
      return t(`amend.fault.${code}`, { ...values, base });
    const words = t(`form.fault.${code}`, { ...values, base });
    return typed === undefined ? words : t(`form.typed.${typed}`, { fault: words });
  };
}
