import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { compare, decimal } from '../../domain/decimal.ts';
import type { Pair, Side } from '../../domain/market.ts';
import type { LimitOrder } from '../../domain/order.ts';
import { barePrice, priceUnit, SAT, toSat } from '../../domain/satoshi.ts';
import { faultAsReadNow } from '../../domain/typedDecimal.ts';
import {
  type LadderFault,
  ladderSum,
  MOST,
  FEWEST,
  type RungResult,
} from '../../machines/orderForm/orderLadder.rules.ts';
import type { OrderFormRef } from '../../machines/orderForm/orderForm.machine.ts';
import { warningsOf } from '../../machines/orderForm/orderWarnings.rules.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { Grouped } from '../kit/Figure.tsx';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { Message } from '../kit/Message.tsx';
import fields from '../openOrders/AmendDialog.module.css';
import list from '../openOrders/CancelAll.module.css';
import { useBookTop } from '../orderBook/useOrderBook.ts';
import { useIsOffline } from '../trade/useLastPrice.ts';
import { useRefusalText } from './Outcome.tsx';
import { useLadder } from './useLadder.ts';
import { bestPrices, type OrderForm, useForm, useOrderForm } from './useOrderForm.ts';

interface LadderProps {
  readonly pair: Pair;
  readonly side: Side;
  readonly onClose: () => void;
}

interface LadderDialogProps extends LadderProps {
  readonly form: OrderForm;
}

const FIELDS = ['from', 'to', 'count', 'quantity'] as const;

/** Several limit orders between two prices: typed, asked about, and placed one by one (LADDER-01 to LADDER-06). */
export function Ladder(props: LadderProps) {
  const actor = useForm(props.pair.symbol, props.side);
  return actor ? <OfForm {...props} actor={actor} /> : null;
}

function OfForm({ actor, ...props }: LadderProps & { readonly actor: OrderFormRef }) {
  const form = useOrderForm(actor, props.pair, props.side);
  return <LadderDialog {...props} form={form} />;
}

function LadderDialog({ form, pair, side, onClose }: LadderDialogProps) {
  const { t } = useTranslation('trade');
  const ladder = useLadder(form, pair, side);
  const { draft, offers, settings } = form;
  // As it was opened: another tab may switch the unit, and what is typed stays as it is.
  const [isSat] = useState(draft.isSat === true);
  const [typed, setTyped] = useState({ from: draft.price, to: '', count: '5', quantity: '' });
  const [isPostOnly, setPostOnly] = useState(draft.isPostOnly);
  const isOffline = useIsOffline();
  const faultAt = useFaultText(ladder.fault, typed, form, pair, isSat);
  const { stage, send } = ladder;
  const isRunning = stage === 'placing' || stage === 'looking';
  const isBlocked = isOffline || settings?.isEnabled === false;
  const blocked =
    settings?.isEnabled === false
      ? t('form.closed', { pair: `${pair.base}/${pair.quote}` })
      : t('form.offline');

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isBlocked) ladder.submit({ ...typed, isPostOnly: offers.postOnly && isPostOnly, isSat });
  }
  // A request that has left cannot be taken back: until it is answered the dialog stays.
  const close = (): void => (isRunning ? send({ type: 'user.stop' }) : onClose());
  return (
    <Dialog title={t(`ladder.title.${side}`, { base: pair.base })} onClose={close}>
      {stage === 'editing' ? (
        <form className={fields.form} noValidate onSubmit={submit}>
          <div className={fields.fields}>
            {FIELDS.map((field) => (
              <TextInput
                key={field}
                label={t(`ladder.${field}`)}
                value={typed[field]}
                error={faultAt(field)}
                rightSection={
                  {
                    from: isSat ? SAT : pair.quote,
                    to: isSat ? SAT : pair.quote,
                    count: '',
                    quantity: pair.base,
                  }[field]
                }
                rightSectionWidth={56}
                rightSectionPointerEvents="none"
                rightSectionProps={{ translate: 'no' }}
                size="sm"
                inputMode="decimal"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                enterKeyHint="done"
                onChange={({ currentTarget }) => {
                  setTyped({ ...typed, [field]: currentTarget.value });
                  send({ type: 'user.edit' });
                }}
                onKeyDown={ignoreHeldEnter}
              />
            ))}
          </div>
          {offers.postOnly && (
            <Checkbox
              label={t('form.postOnly')}
              checked={isPostOnly}
              onChange={({ currentTarget }) => setPostOnly(currentTarget.checked)}
            />
          )}
          <div className={fields.notes}>
            {isBlocked ? (
              <p role="status">{blocked}</p>
            ) : (
              faultAt('form') !== undefined && <Message kind="failure">{faultAt('form')}</Message>
            )}
          </div>
          <DialogActions>
            <Button type="submit" aria-disabled={isBlocked}>
              {t('ladder.review')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('word.close')}
            </Button>
          </DialogActions>
        </form>
      ) : (
        <Orders
          ladder={ladder}
          form={form}
          isSat={isSat}
          pair={pair}
          side={side}
          isBlocked={isBlocked}
          blocked={blocked}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface OrdersProps extends LadderDialogProps {
  readonly ladder: ReturnType<typeof useLadder>;
  readonly isSat: boolean;
  readonly isBlocked: boolean;
  /** Why nothing can be sent now. */
  readonly blocked: string;
}

function Orders({ ladder, form, isSat, pair, side, isBlocked, blocked, onClose }: OrdersProps) {
  const { t } = useTranslation('trade');
  const refusalText = useRefusalText(side);
  const { stage, rungs, results, failure, send } = ladder;
  const orders = rungs.flatMap(({ order }) => (order.kind === 'limit' ? order : []));
  const { quantity, total } = ladderSum(orders);
  const count = rungs.length;
  const done = results.filter(({ outcome }) => outcome !== 'refused' && outcome !== 'unknown').length;
  const isRunning = stage === 'placing' || stage === 'looking';
  const spent = side === 'buy' ? total : quantity;
  const exceeds = form.available !== null && compare(decimal(spent), decimal(form.available)) > 0;
  return (
    <>
      <div className={list.status} role="status">
        {stage === 'asking' ? (
          <>
            <p>
              <Grouped
                text={t(`ladder.sum.${side}`, { quantity, base: pair.base, total, quote: pair.quote })}
              />
            </p>
            {isBlocked && <p>{blocked}</p>}
            {exceeds && !isBlocked && (
              <p>{t('form.warning.exceedsBalance', { coin: side === 'buy' ? pair.quote : pair.base })}</p>
            )}
          </>
        ) : (
          <p>{t('ladder.progress', { placed: done, all: count })}</p>
        )}
        {stage === 'looking' && <p>{t('form.unknown.looking')}</p>}
        {stage === 'placing' && ladder.isStopped && <p>{t('ladder.stopping')}</p>}
        {failure && <p>{refusalText(failure)}</p>}
      </div>
      <div className={list.found}>
        {/* A long list must scroll by keyboard too. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={list.orders} aria-label={t('ladder.orders')} tabIndex={0}>
          {orders.map((order, place) => (
            <Rung
              key={order.price}
              number={place + 1}
              order={order}
              form={form}
              isSat={isSat}
              pair={pair}
              said={
                stage === 'asking'
                  ? null
                  : (results[place] ?? (isRunning && place === results.length ? 'sending' : 'unsent'))
              }
            />
          ))}
        </ul>
      </div>
      <DialogActions>
        {stage === 'asking' && (
          <>
            <Button aria-disabled={isBlocked} onClick={() => !isBlocked && ladder.confirm()}>
              {t('ladder.confirm', { count })}
            </Button>
            <Button variant="default" onClick={() => send({ type: 'user.decline' })}>
              {t('form.confirm.no')}
            </Button>
          </>
        )}
        {stage === 'placing' && (
          <Button variant="default" disabled={ladder.isStopped} onClick={() => send({ type: 'user.stop' })}>
            {t('ladder.stop')}
          </Button>
        )}
        {stage === 'looking' && (
          <Button variant="default" onClick={() => send({ type: 'user.leave' })}>
            {t('form.unknown.leave')}
          </Button>
        )}
        {ladder.mayCheckAgain && (
          <Button variant="default" onClick={() => send({ type: 'user.checkAgain' })}>
            {t('word.checkAgain')}
          </Button>
        )}
        {stage === 'finished' && (
          <Button variant="default" onClick={onClose}>
            {t('word.close')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

interface RungProps extends Pick<OrdersProps, 'form' | 'isSat' | 'pair'> {
  readonly number: number;
  readonly order: LimitOrder;
  /** What became of it; null while it is asked about. */
  readonly said: RungResult | 'sending' | 'unsent' | null;
}

function Rung({ number, order, form, isSat, pair, said }: RungProps) {
  const { t } = useTranslation('trade');
  const refusalText = useRefusalText(order.side);
  const digits = isSat ? SAT : undefined;
  const price = digits === SAT ? barePrice(order.price, SAT) : order.price;
  const quote = priceUnit(pair.quote, digits);
  const amount = `${order.quantity} ${pair.base}`;
  const result = said === null || typeof said === 'string' ? null : said;
  const outcome = typeof said === 'string' ? said : result?.outcome;
  return (
    <li className={list.order}>
      <span className={list.pair} translate="no">
        {number}
      </span>
      <span className={list.what} data-side={order.side}>
        <Grouped text={t(`cancelAll.limit.${order.side}`, { amount, price, quote })} />
      </span>
      <span className={list.result} data-outcome={outcome}>
        {outcome === undefined ? (
          <Warning order={order} form={form} pair={pair} />
        ) : (
          t(`ladder.outcome.${outcome}`)
        )}
        {result?.failure && <span className={list.reason}>{refusalText(result.failure)}</span>}
      </span>
    </li>
  );
}

/** By the rules of the form (ORDER-09). */
function Warning({ order, form, pair }: Pick<RungProps, 'order' | 'form' | 'pair'>) {
  const { t } = useTranslation('trade');
  const facts = { ...bestPrices(useBookTop(pair.symbol)), available: null };
  const warnings = warningsOf(order.side, order.price, order.quantity, facts, form.settings);
  return warnings
    .map((warning) => {
      if (warning === 'crossesBook')
        return order.isPostOnly === true
          ? t('form.warning.postOnlyRefused')
          : t(`form.warning.crossesBook.${order.side}`);
      return t(`form.warning.${warning}`, {
        coin: pair.quote,
        base: pair.base,
        minimum: form.settings?.minOrderSize ?? '',
      });
    })
    .join(' ');
}

function useFaultText(
  found: LadderFault | null,
  typed: Readonly<Record<(typeof FIELDS)[number], string>>,
  { options }: OrderForm,
  { base }: Pair,
  isSat: boolean,
) {
  const { t } = useTranslation('trade');
  return (field: LadderFault['field']): string | undefined => {
    if (found?.field !== field) return undefined;
    if (found.code === 'countInvalid') return t('ladder.fault.count', { fewest: FEWEST, most: MOST });
    if (found.code === 'tooNarrow') return t('ladder.fault.narrow', { most: found.values?.most ?? '' });
    const isPrice = field === 'from' || field === 'to';
    const fault =
      field === 'form' || (isPrice && isSat) ? found : faultAsReadNow(found, typed[field], options);
    if (fault === null) return undefined;
    const values = Object.entries(fault.values ?? {}).map(
      ([name, text]) => [name, isPrice && isSat ? `${toSat(text)} ${SAT}` : text] as const,
    );
    const words = t(`form.fault.${found.code}`, { ...Object.fromEntries(values), base });
    return fault.typed === undefined ? words : t(`form.typed.${fault.typed}`, { fault: words });
  };
}
