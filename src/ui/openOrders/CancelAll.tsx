import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DASH, quoteDigits } from '../../domain/format.ts';
import { barePrice, type PriceDigits, priceText, priceUnit } from '../../domain/satoshi.ts';
import { type Order, stopOf } from '../../domain/order.ts';
import { parsePair } from '../../domain/market.ts';
import { useCancelAll, useCancelNewest, type OrderResult } from './useCancellations.ts';
import { useFailureText, useServerText } from '../kit/useFailureText.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { Message } from '../kit/Message.tsx';
import { useShortcuts } from '../kit/useShortcuts.ts';
import { Grouped } from '../kit/Figure.tsx';
import classes from './CancelAll.module.css';

interface CancelAllProps {
  /** Null for the orders of all pairs. */
  readonly pair: string | null;
  readonly disabled?: boolean;
  /** The pair whose newest order a key cancels (CANCEL-14). */
  readonly keysFor?: string;
  /** Decimals of that pair's prices. */
  readonly digits?: PriceDigits | undefined;
}

export function CancelAll({ pair, disabled = false, keysFor, digits }: CancelAllProps) {
  const { t } = useTranslation('trade');
  const flow = useCancelAll();
  return (
    <>
      <Button
        key={pair}
        size="compact-xs"
        variant="default"
        disabled={disabled}
        onClick={() => flow.send({ type: 'user.begin', pair })}
      >
        {pair === null ? t('cancelAll.begin') : t('cancelAll.beginPair', { pair: pair.replace('-', '/') })}
      </Button>
      {keysFor !== undefined && <Keys pair={keysFor} onAll={() => flow.send({ type: 'user.begin', pair })} />}
      {flow.isOpen && (
        <CancelAllDialog flow={flow} digitsOf={(symbol) => (symbol === keysFor ? digits : undefined)} />
      )}
    </>
  );
}

function Keys({ pair, onAll }: { readonly pair: string; readonly onAll: () => void }) {
  useShortcuts({ c: useCancelNewest(pair), x: onAll });
  return null;
}

type Flow = ReturnType<typeof useCancelAll>;

interface DialogProps {
  readonly flow: Flow;
  /** Undefined for a pair of which the screen does not know them. */
  readonly digitsOf: (pair: string) => PriceDigits | undefined;
}

function CancelAllDialog({ flow, digitsOf }: DialogProps) {
  const { t } = useTranslation('trade');
  const sayFailure = useFailureText();
  const { stage, orders, results, failure } = flow;
  const count = orders.length;
  const ended = Object.values(results);
  const closed = ended.filter(({ outcome }) => outcome !== 'failed').length;
  return (
    <Dialog
      title={stage === 'confirming' ? t('cancelAll.question', { count }) : t('cancelAll.title')}
      onClose={() => flow.send({ type: 'user.dismiss' })}
    >
      <div className={classes.status} role="status">
        {stage === 'listing' && <p>{t('cancelAll.listing')}</p>}
        {stage === 'confirming' && <p>{t('cancelAll.lead')}</p>}
        {stage === 'cancelling' && <p>{t('cancelAll.progress', { ended: ended.length, count })}</p>}
        {stage === 'finished' && <p>{t('cancelAll.finished', { closed, count })}</p>}
        {flow.held && <p>{sayFailure(flow.held)}</p>}
      </div>
      <div className={classes.found}>
        {stage === 'notListed' && (
          <Message kind="failure">
            <p>{t('cancelAll.notListed')}</p>
            {failure && <p>{sayFailure(failure)}</p>}
          </Message>
        )}
        {stage !== 'listing' && count > 0 && (
          // A long list must scroll by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          <ul className={classes.orders} aria-label={t('cancelAll.orders')} tabIndex={0}>
            {orders.map((order) => (
              <Line
                key={order.id}
                order={order}
                digits={digitsOf(order.pair)}
                result={results[order.id]}
                isRunning={stage === 'cancelling' && !results[order.id]}
              />
            ))}
          </ul>
        )}
      </div>
      <DialogActions>
        {stage === 'confirming' && (
          <Button color="down" onClick={() => flow.send({ type: 'user.confirm' })}>
            {t('cancelAll.confirm', { count })}
          </Button>
        )}
        {(stage === 'notListed' || flow.mayRetry) && (
          <Button
            variant="default"
            disabled={flow.held !== null}
            onClick={() => flow.send({ type: 'user.retry' })}
          >
            {t('word.tryAgain')}
          </Button>
        )}
        <Button variant="default" onClick={() => flow.send({ type: 'user.dismiss' })}>
          <span data-also={[t('cancelAll.keep'), t('word.close')].join('\n')}>
            <span key={stage === 'confirming' ? 'keep' : 'close'}>
              {stage === 'confirming' ? t('cancelAll.keep') : t('word.close')}
            </span>
          </span>
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface LineProps {
  readonly order: Order;
  readonly digits: PriceDigits | undefined;
  readonly result: OrderResult | undefined;
  readonly isRunning: boolean;
}

function Line({ order, digits, result, isRunning }: LineProps) {
  const { t } = useTranslation('trade');
  const { base, quote } = parsePair(order.pair) ?? { base: order.pair, quote: '' };
  const amount = `${order.quantityLeft ?? DASH} ${base}`;
  const reason = useServerText()(result?.failure ?? {});
  const what =
    order.price === null && order.kind === 'market'
      ? t(`cancelAll.market.${order.side}`, { amount })
      : t(`cancelAll.limit.${order.side}`, {
          amount,
          price: barePrice(order.price, digits ?? quoteDigits(quote)),
          quote: priceUnit(quote, digits),
        });
  const trigger = stopOf(order);
  const trail =
    order.trailPercent === undefined ? '' : ` · ${t('mine.trails', { percent: order.trailPercent })}`;
  const stop =
    trigger === undefined
      ? trail
      : ` · ${t('mine.stop', { price: priceText(trigger, digits ?? quoteDigits(quote)) })}`;
  return (
    <li className={classes.order}>
      <span translate="no" className={classes.pair}>{`${base}/${quote}`}</span>
      <span className={classes.what} data-side={order.side}>
        <Grouped text={what + stop} />
      </span>
      <span className={classes.result} data-outcome={result?.outcome ?? 'open'}>
        {isRunning && t('mine.cancelling')}
        {result && t(`cancelAll.outcome.${result.outcome}`)}
        {reason !== undefined && <span className={classes.reason}>{reason}</span>}
      </span>
    </li>
  );
}
