import { Button, Group, Paper, Table, Text, Title } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clockText } from '../../domain/dates.ts';
import { DASH, formatAmount, formatPrice, quoteDigits } from '../../domain/format.ts';
import {
  inUsd,
  pairResults,
  signed,
  sumsByQuote,
  unrealisedAt,
  valuesOverTime,
} from '../../domain/history/results.ts';
import { EVER } from '../../domain/history/rules.ts';
import type { Execution } from '../../domain/order.ts';
import { usdPrices } from '../../domain/usdPrices.ts';
import { saveResults } from '../../machines/history/history.actors.ts';
import { useApp } from '../kit/app.tsx';
import { Grouped } from '../kit/Figure.tsx';
import panel from '../kit/Panel.module.css';
import { useFailureText } from '../kit/useFailureText.ts';
import { useBtcPrice, useRead } from '../kit/useRead.ts';
import { Copier } from './copier.tsx';
import { CsvFormSelect, useCsvForm } from './ExportButton.tsx';
import { ExactFigure } from './FullValue.tsx';
import classes from './History.module.css';
import { ValueChart } from './ValueChart.tsx';

const ALL_TRADES = { list: 'trades', ...EVER } as const;
/** Points of a small chart. */
const MAX_POINTS = 200;
const COLUMNS = ['pair', 'held', 'average', 'now', 'unrealised', 'realised'] as const;

/** What the user's trades cost and brought; read and worked out when asked, in this browser alone (RESULT-01). */
export function Results() {
  const { t } = useTranslation('history');
  const sayFailure = useFailureText();
  const title = useId();
  const [isAsked, setAsked] = useState(false);
  const { data, leftOut, status, failure, refresh } = useRead('historyRange', isAsked ? ALL_TRADES : null);
  return (
    <Paper component="section" aria-labelledby={title}>
      <div className={panel.bar}>
        <Title order={2} size="h3" id={title}>
          {t('results.title')}
        </Title>
        <Button
          variant="default"
          size="xs"
          disabled={status === 'loading' || status === 'refreshing'}
          onClick={() => (isAsked ? refresh() : setAsked(true))}
        >
          {t(isAsked && data !== null ? 'word.refresh' : 'results.begin')}
        </Button>
        <Text span role="status" size="xs" c={failure ? 'down' : 'dimmed'}>
          {failure ? sayFailure(failure) : status === 'loading' && t('results.reading')}
        </Text>
      </div>
      <Text className={classes.scope ?? ''} size="xs" c="var(--tertiary)" pt={8}>
        {t('results.lead')}
      </Text>
      {leftOut > 0 && (
        <Text size="xs" c="warning" px={16} pt={8} role="alert">
          {t('results.leftOut', { count: leftOut })}
        </Text>
      )}
      {data !== null && <ResultTable trades={data as readonly Execution[]} />}
    </Paper>
  );
}

function ResultTable({ trades }: { readonly trades: readonly Execution[] }) {
  const { t } = useTranslation('history');
  const { data: markets, failure, updatedAt } = useRead('markets');
  const sayFailure = useFailureText();
  const usd = usdPrices(markets ?? [], useBtcPrice());
  const results = useMemo(() => pairResults(trades), [trades]);
  const rows = results.map((result) => {
    const now = markets?.find(({ pair }) => pair === result.pair)?.lastPrice ?? null;
    return { ...result, now, unrealised: result.average === null ? '0' : unrealisedAt(result, now) };
  });
  const values = useMemo(() => valuesOverTime(trades, MAX_POINTS), [trades]);
  const realised = sumsByQuote(rows.map(({ quote, realised: amount }) => ({ quote, amount })));
  const unrealised = sumsByQuote(rows.map(({ quote, unrealised: amount }) => ({ quote, amount })));
  if (rows.length === 0)
    return (
      <Text p={16} c="dimmed">
        {t('list.trades.empty')}
      </Text>
    );
  return (
    <Copier>
      {failure && (
        <Text size="xs" c="warning" px={16} pt={8} role="alert">
          {t('results.oldPrices', { time: clockText(updatedAt ?? 0) ?? DASH, reason: sayFailure(failure) })}
        </Text>
      )}
      <dl className={classes.figures}>
        <Sums name="realised" sums={realised} usd={inUsd(realised, usd)} />
        <Sums name="unrealised" sums={unrealised} usd={inUsd(unrealised, usd)} />
      </dl>
      <Text size="xs" c="dimmed" px={16}>
        {t('results.values')}
      </Text>
      <div className={classes.charts}>
        {values.map(({ coin, points }) => (
          <ValueChart
            key={coin}
            coin={coin}
            points={points}
            now={unrealised.find((one) => one.coin === coin)?.amount ?? null}
            at={updatedAt}
          />
        ))}
      </div>
      <Table className={classes.results ?? ''} data-cards data-list="results">
        <caption className="visually-hidden">{t('results.title')}</caption>
        <Table.Thead>
          <Table.Tr>
            {COLUMNS.map((name) => (
              <Table.Th key={name} scope="col" data-figure={name !== 'pair'}>
                {t(`results.column.${name}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ pair, base, quote, held, average, now, unrealised: open, realised: done }) => (
            <Table.Tr key={pair}>
              <Table.Th scope="row" translate="no">
                {base}/{quote}
              </Table.Th>
              <Figure name="held" amount={held} shown={formatAmount(held, base)} unit={base} />
              <Figure
                name="average"
                amount={average}
                shown={formatPrice(average, quoteDigits(quote))}
                unit={quote}
              />
              <Figure name="now" amount={now} shown={formatPrice(now, quoteDigits(quote))} unit={quote} />
              <Figure name="unrealised" amount={open} shown={shownResult(open, quote)} unit={quote} />
              <Figure name="realised" amount={done} shown={shownResult(done, quote)} unit={quote} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {results
        .filter(({ unmatched, omitted, uncharged }) => unmatched !== '0' || omitted + uncharged > 0)
        .map(({ pair, base, quote, unmatched, omitted, uncharged }) => (
          <Text key={pair} size="xs" c="dimmed" px={16} pt={4}>
            {unmatched !== '0' &&
              t('results.unmatched', { amount: unmatched, coin: base, pair: `${base}/${quote}` })}{' '}
            {omitted > 0 && t('results.omitted', { count: omitted, pair: `${base}/${quote}` })}{' '}
            {uncharged > 0 && t('results.uncharged', { count: uncharged, pair: `${base}/${quote}` })}
          </Text>
        ))}
      <SaveFile
        rows={rows.map(({ pair, held, average, now, cost, unrealised: open, realised: done, unmatched }) => [
          pair,
          held,
          average,
          cost,
          now,
          open,
          done,
          unmatched,
        ])}
      />
    </Copier>
  );
}

const shownResult = (amount: string | null, coin: string): string =>
  amount === null ? DASH : signed(formatAmount(amount, coin));

interface FigureProps {
  readonly name: Exclude<(typeof COLUMNS)[number], 'pair'>;
  readonly amount: string | null;
  readonly shown: string;
  readonly unit: string;
}

function Figure({ name, amount, shown, unit }: FigureProps) {
  const { t } = useTranslation('history');
  return (
    <Table.Td data-figure data-label={t(`results.column.${name}`)}>
      <ExactFigure shown={shown} exact={amount} unit={unit} />
    </Table.Td>
  );
}

interface SumsProps {
  readonly name: 'realised' | 'unrealised';
  readonly sums: ReturnType<typeof sumsByQuote>;
  readonly usd: string | null;
}

/** One for each quote coin: BTC and USDT cannot be added, but for their present value in USD. */
function Sums({ name, sums, usd }: SumsProps) {
  const { t } = useTranslation('history');
  return (
    <div>
      <dt>{t(`results.column.${name}`)}</dt>
      <dd translate="no">
        {sums.map(({ coin, amount }) => (
          <div key={coin}>
            <ExactFigure shown={shownResult(amount, coin)} exact={amount} unit={coin} />
          </div>
        ))}
        {usd !== null && (
          <Text span size="xs" c="dimmed">
            <Grouped text={t('results.usd', { value: signed(formatPrice(usd, 2)) })} />
          </Text>
        )}
      </dd>
    </div>
  );
}

const FILE_COLUMNS = [
  'pair',
  'held',
  'average',
  'cost',
  'now',
  'unrealised',
  'realised',
  'unmatched',
] as const;

function SaveFile({ rows }: { readonly rows: readonly (readonly (string | null)[])[] }) {
  const { t } = useTranslation('history');
  const app = useApp();
  const [form, choose] = useCsvForm();
  const headings = FILE_COLUMNS.map((name) => t(`results.column.${name}`));
  return (
    <Group gap="sm" p={16}>
      <Button variant="default" size="xs" onClick={() => void saveResults(app, headings, rows, form)}>
        {t('results.save')}
      </Button>
      <CsvFormSelect form={form} choose={choose} />
    </Group>
  );
}
