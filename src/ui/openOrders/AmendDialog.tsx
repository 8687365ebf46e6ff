import { TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { keepsPlace } from '../../domain/amendment.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import { DASH } from '../../domain/format.ts';
import { filledOf } from '../../domain/history/orders.ts';
import { type Pair, parsePair } from '../../domain/market.ts';
import type { Order } from '../../domain/order.ts';
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
  /** What the price field begins with; that of the order where absent. */
  readonly newPrice?: DecimalText;
}

export function AmendDialog({ flow, order, listed, newPrice }: Props) {
  const { t } = useTranslation('trade');
  const decimalComma = useDecimalComma();
  const [price, setPrice] = useState(() => fieldText(newPrice ?? order.price ?? '', { decimalComma }));
  const [quantity, setQuantity] = useState(() => fieldText(order.quantity ?? '', { decimalComma }));
  const pair = parsePair(order.pair) ?? { symbol: order.pair, base: order.pair, quote: '' };
  const faultAt = useFaultText(flow, { price, quantity }, pair);
  const { stage } = flow;
  const isEditing = stage === 'editing';
  const isLost = stage === 'outcomeUnknown' || stage === 'absent' || stage === 'unresolved';
  const place = usePlaceText(order, price, quantity);
  const factor = useFactor(flow.failure, () => undefined);
  // Other terms may need no code.
  const asksCode = factor.isAsked && flow.failure !== null && wantsCode(flow.failure);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!asksCode) return flow.submit(price, quantity);
    const code = factor.take();
    if (code !== null) flow.submit(price, quantity, code);
  }
  const bind =
    (set: (text: string) => void) => (event: { readonly currentTarget: { readonly value: string } }) => {
      set(event.currentTarget.value);
      flow.edit();
    };
  // What was sent cannot be taken back: while it is under way the dialog stays.
  const close = stage === 'sending' ? () => undefined : flow.dismiss;
  return (
    <Dialog title={t(`amend.title.${order.side}`, { pair: `${pair.base}/${pair.quote}` })} onClose={close}>
      <form className={classes.form} noValidate onSubmit={submit}>
        <p className={classes.filled}>
          {listed === null
            ? t('mine.toast.noLongerOpen')
            : t('amend.filled', {
                filled: filledOf(listed) ?? DASH,
                quantity: listed.quantity ?? DASH,
                coin: pair.base,
              })}
        </p>
        <div className={classes.fields}>
          {(['price', 'quantity'] as const).map((field) => (
            <TextInput
              key={field}
              label={t(`form.${field}`)}
              value={field === 'price' ? price : quantity}
              error={faultAt(field)}
              disabled={!isEditing}
              rightSection={field === 'price' ? pair.quote : pair.base}
              rightSectionWidth={56}
              rightSectionPointerEvents="none"
              size="sm"
              inputMode="decimal"
              autoComplete="off"
              autoCorrect="off"
              spellCheck={false}
              enterKeyHint="done"
              onChange={bind(field === 'price' ? setPrice : setQuantity)}
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
            <button type="button" onClick={flow.sendAgain}>
              {t('form.unknown.sendAgain')}
            </button>
          )}
          {(stage === 'absent' || stage === 'unresolved') && (
            <button type="button" onClick={flow.checkAgain}>
              {t('form.unknown.checkAgain')}
            </button>
          )}
          {!isLost && (
            <button type="submit" disabled={!isEditing}>
              {t('amend.submit')}
            </button>
          )}
          <button type="button" disabled={stage === 'sending'} onClick={flow.dismiss}>
            {isLost ? t('form.unknown.leave') : t('amend.keep')}
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
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
    const isWordless = failure.text === undefined && failure.code === 'refused';
    return <Message kind="failure">{isWordless ? t('amend.failed') : failureText(failure)}</Message>;
  }
  return <p role="status">{place}</p>;
}

function Lost({ flow: { stage, isSentOnce } }: { readonly flow: AmendmentFlow }) {
  const { t } = useTranslation('trade');
  if (stage === 'outcomeUnknown') return <Message kind="info">{t('amend.unknown.looking')}</Message>;
  if (stage === 'unresolved') return <Message kind="warning">{t('amend.unknown.unresolved')}</Message>;
  // Only with idempotency keys may we say that it is done once.
  return (
    <Message kind="warning">{t(isSentOnce ? 'amend.unknown.absentOnce' : 'amend.unknown.absent')}</Message>
  );
}

/** Whether the order keeps its place in the queue (AMEND-02); null while that cannot be read. */
function usePlaceText(order: Order, price: string, quantity: string): string | null {
  const { t } = useTranslation('trade');
  const decimalComma = useDecimalComma();
  const [at, all] = [price, quantity].map((text) => readTypedDecimal(text, { decimalComma }));
  if (!at?.ok || !all?.ok) return null;
  const amendment = { price: at.text, quantity: all.text };
  return t(keepsPlace(order, amendment) ? 'amend.keepsPlace' : 'amend.losesPlace');
}

function useFaultText(
  flow: AmendmentFlow,
  text: Readonly<Record<'price' | 'quantity', string>>,
  { base }: Pair,
) {
  const { t } = useTranslation('trade');
  const decimalComma = useDecimalComma();
  return (field: 'price' | 'quantity' | 'form'): string | undefined => {
    if (flow.fault?.field !== field) return undefined;
    const fault = field === 'form' ? flow.fault : faultAsReadNow(flow.fault, text[field], { decimalComma });
    if (fault === null) return undefined;
    const { code, typed, values } = fault;
    if (code === 'notAboveFilled' || code === 'unchanged')
      return t(`amend.fault.${code}`, { ...values, base });
    const words = t(`form.fault.${code}`, { ...values, base });
    return typed === undefined ? words : t(`form.typed.${typed}`, { fault: words });
  };
}
