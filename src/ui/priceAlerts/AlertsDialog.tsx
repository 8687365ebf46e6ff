import { Button, Checkbox, CloseButton, Table, Text, TextInput } from '@mantine/core';
import type { SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isoText, minuteText } from '../../domain/dates.ts';
import { formatPrice, quoteDigits } from '../../domain/format.ts';
import { parsePair, type Pair } from '../../domain/market.ts';
import { MAX_ALERTS, type AlertFault, type PriceAlert } from '../../domain/priceAlert.ts';
import { useApp } from '../kit/app.tsx';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { Grouped } from '../kit/Figure.tsx';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { usePreference } from '../kit/usePreference.ts';
import { useRead } from '../kit/useRead.ts';
import classes from './AlertsDialog.module.css';
import { usePriceAlerts, useWatchedPrice } from './usePriceAlerts.ts';

interface Props {
  readonly pair: Pair;
  /** Digits of the pair's prices. */
  readonly digits: number | undefined;
  readonly onClose: () => void;
}

/** Sets alerts for the pair, and lists those of all pairs (ALERT-01 to ALERT-05). */
export function AlertsDialog({ pair, digits, onClose }: Props) {
  const { t } = useTranslation('alerts');
  const { config } = useApp();
  const { alerts, remove, clear } = usePriceAlerts();
  const [sounds, setSounds] = usePreference('alertSound');
  const hasReached = alerts.some(({ reachedAt }) => reachedAt !== null);
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <NewAlert pair={pair} digits={digits} />
      {alerts.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <div className={classes.scroll}>
          <Table className={classes.list ?? ''} aria-label={t('list')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('word.pair')}</Table.Th>
                <Table.Th scope="col">{t('when')}</Table.Th>
                <Table.Th scope="col">{t('state')}</Table.Th>
                <Table.Th scope="col">
                  <span className="visually-hidden">{t('removal')}</span>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {alerts.map((alert) => (
                <AlertRow
                  key={`${alert.pair}${alert.side}${alert.price}`}
                  alert={alert}
                  onRemove={() => remove(alert)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Checkbox
        label={t('sound')}
        checked={sounds}
        onChange={({ currentTarget }) => setSounds(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {t('about', { brand: config.brand.name })}
      </Text>
      <DialogActions>
        <Button variant="default" disabled={!hasReached} onClick={clear}>
          {t('clear')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('word.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function NewAlert({ pair, digits }: Omit<Props, 'onClose'>) {
  const { t } = useTranslation('alerts');
  const { typed, fault, type, add } = usePriceAlerts();
  const faultText = useFaultText();
  const { status } = useRead('markets');
  const last = useWatchedPrice(pair.symbol);
  const price = formatPrice(last, digits ?? quoteDigits(pair.quote));
  const known = last === null ? t('lastUnknown') : t('last', { price, coin: pair.quote });
  const isOut = status === 'failed' || status === 'stale';
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    add(pair.symbol, last);
  }
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        label={t('price', { pair: `${pair.base}/${pair.quote}` })}
        description={isOut ? t('unread') : <Grouped text={known} />}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        // Also where the screen shows prices in satoshi.
        rightSection={pair.quote}
        rightSectionWidth={56}
        rightSectionPointerEvents="none"
        rightSectionProps={{ translate: 'no' }}
        value={typed}
        error={fault === null ? undefined : faultText(fault)}
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="done"
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={ignoreHeldEnter}
      />
      <DialogActions>
        <Button type="submit">{t('set')}</Button>
      </DialogActions>
    </form>
  );
}

function useFaultText(): (fault: AlertFault) => string {
  const { t } = useTranslation(['alerts', 'trade']);
  return (fault) => {
    if (fault === 'tooMany') return t('fault.tooMany', { most: MAX_ALERTS });
    if (fault === 'zero' || fault === 'noLast' || fault === 'atLast' || fault === 'twice')
      return t(`fault.${fault}`);
    return t(`trade:form.typed.${fault}`, { fault: t('fault.price') });
  };
}

function AlertRow({ alert, onRemove }: { readonly alert: PriceAlert; readonly onRemove: () => void }) {
  const { t } = useTranslation('alerts');
  const { base, quote } = parsePair(alert.pair) ?? { base: alert.pair, quote: '' };
  const { reachedAt, price, side } = alert;
  const pair = `${base}/${quote}`;
  return (
    <Table.Tr data-reached={reachedAt !== null}>
      <Table.Th scope="row" translate="no">
        {pair}
      </Table.Th>
      <Table.Td translate="no">
        <Grouped text={t(side, { price, coin: quote })} />
      </Table.Td>
      <Table.Td title={reachedAt === null ? undefined : (isoText(reachedAt) ?? undefined)}>
        {reachedAt === null ? t('waiting') : t('reached', { time: minuteText(reachedAt) })}
      </Table.Td>
      <Table.Td>
        <CloseButton aria-label={t('remove', { pair, price })} onClick={onRemove} />
      </Table.Td>
    </Table.Tr>
  );
}
