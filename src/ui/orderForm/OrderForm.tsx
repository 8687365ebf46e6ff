import { Suspense } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Side, Pair } from '../../domain/market.ts';
import type { OrderFormRef } from '../../machines/orderForm/orderForm.machine.ts';
import { type PageState } from '../kit/pageState.ts';
import { useIsOffline } from '../trade/useLastPrice.ts';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { lazyPart } from '../kit/lazyPart.tsx';
import { useForm, useOrderForm, useOutcome } from './useOrderForm.ts';
import { useSession } from '../kit/useSession.ts';
import { Available, Expected, Fields, useFaultText } from './Fields.tsx';
import classes from './OrderForm.module.css';
import { Shares } from './Shares.tsx';
import { Terms } from './Terms.tsx';

// Visitors, who place no orders, do not load it.
const Outcome = lazyPart(() => import('./Outcome.tsx'), 'Outcome');

interface OrderFormProps {
  readonly pair: Pair;
  readonly side: Side;
  /** Opens the preferences of the screen. */
  readonly onSettings: () => void;
  /** Opens the dialog for several orders (LADDER-01). */
  readonly onLadder: () => void;
}

/** One side's order form (ORDER-01); disabled for visitors. */
export function OrderForm(props: OrderFormProps) {
  const actor = useForm(props.pair.symbol, props.side);
  return actor ? <OpenForm {...props} actor={actor} /> : null;
}

function OpenForm({
  pair,
  side,
  onSettings,
  onLadder,
  actor,
}: OrderFormProps & { readonly actor: OrderFormRef }) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const form = useOrderForm(actor, pair, side);
  const isWithoutNetwork = useIsOffline();
  const outcome = useOutcome(form, side);
  const { phase, isBusy } = outcome;
  const fault = useFaultText(form, pair, side)('form');
  const isClosed = form.settings?.isEnabled === false;
  const hasOrder =
    isBusy ||
    phase === 'held' ||
    phase === 'absent' ||
    phase === 'unresolved' ||
    phase.startsWith('confirming');
  const isWaiting = isWithoutNetwork || isClosed || hasOrder;
  // One at a time: another could be taken for an order that is looked for (LOST-07).
  const openLadder = (): void => {
    if (!hasOrder) onLadder();
  };
  const blocked =
    isClosed || isWithoutNetwork ? (
      <p className={classes.offline} role="status">
        {isClosed ? t('form.closed', { pair: `${pair.base}/${pair.quote}` }) : t('form.offline')}
      </p>
    ) : null;
  return (
    <form
      className={classes.form}
      data-side={side}
      aria-label={t(`form.name.${side}`, { base: pair.base })}
      // A press waits for the pair's rules (ORDER-11).
      aria-busy={isSignedIn && phase === 'loadingSettings'}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // Nothing is stored until the network returns, either (LIVE-10).
        if (!isWithoutNetwork && !isClosed) form.press();
      }}
    >
      <fieldset className={classes.fields} disabled={!isSignedIn}>
        <Terms form={form} side={side} onSettings={onSettings} onLadder={openLadder} />
        <div
          className={classes.row}
          data-dense={
            form.draft.isIceberg || form.draft.isOco || (form.draft.isStop && form.draft.kind === 'limit')
          }
        >
          <Fields form={form} pair={pair} side={side} />
        </div>
      </fieldset>
      {/* Messages grow upwards from here: nothing moves, and the order's costs are not covered (ORDER-18). */}
      <div className={classes.said}>
        {isSignedIn || phase === 'settingsFailed' ? (
          <Suspense fallback={blocked}>
            <Outcome form={form} pair={pair} side={side} outcome={outcome} fault={fault} blocked={blocked} />
          </Suspense>
        ) : (
          blocked
        )}
      </div>
      <div className={classes.figures}>
        <Available available={form.available} coin={side === 'buy' ? pair.quote : pair.base} />
        {form.offers.comforts && <Expected form={form} pair={pair} side={side} />}
        {isSignedIn && !form.offers.comforts && !form.offers.kinds && (
          // Without a list of types.
          <Button size="compact-xs" variant="default" onClick={openLadder}>
            {t('ladder.entry')}
          </Button>
        )}
      </div>
      <div className={classes.press}>
        <Shares form={form} pair={pair} side={side} />
        {isSignedIn ? (
          <Button
            type="submit"
            className={classes.submit ?? ''}
            data-side={side}
            // Not `disabled`, which would take the keyboard focus away.
            aria-disabled={isWaiting}
            onKeyDown={ignoreHeldEnter}
            data-waiting={isWaiting}
          >
            {t(`form.submit.${side}`, { base: pair.base })}
          </Button>
        ) : (
          <LoginButton side={side} />
        )}
      </div>
    </form>
  );
}

/** The login leads back here (ORDER-02). */
function LoginButton({ side }: { readonly side: Side }) {
  const { t } = useTranslation('trade');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const state: PageState = { from: pathname + search };
  return (
    <Button
      variant="default"
      className={classes.submit ?? ''}
      onClick={() => void navigate('/login', { state })}
    >
      {t(`form.login.${side}`)}
    </Button>
  );
}
