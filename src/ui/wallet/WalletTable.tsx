import { Button, Checkbox, Paper, Stack, Table, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../domain/marketList.ts';
import { filterWallet, worthOf } from './walletRows.ts';
import { usePreference } from '../kit/usePreference.ts';
import { useTips } from '../kit/useTip.ts';
import type { Wallet } from './useWallet.ts';
import { PlaceholderRows } from '../kit/PlaceholderRows.tsx';
import { Pager } from '../kit/Pager.tsx';
import { WalletTableRow } from './WalletTableRow.tsx';
import { WalletNote } from './WalletNote.tsx';
import panel from '../kit/Panel.module.css';
import classes from './Wallet.module.css';

/** Rows of a page (WALLET-01). */
const ROWS = 10;
const PLACEHOLDERS = 7;
const COLUMNS = ['coin', 'balance', 'total', 'network', 'actions'] as const;

/** Every coin with its balance and its ways in and out: searchable, ten to a page (WALLET-01). */
export function WalletTable({ wallet }: { readonly wallet: Wallet }) {
  const { t } = useTranslation('wallet');
  const [hidesZero, hideZero] = usePreference('hideZeroBalances');
  const [showsBalances, showBalances] = usePreference('showBalances');
  const [search, setSearch] = useState('');
  const [wanted, setPage] = useState(1);
  const tips = useTips();

  const { rows: all, prices } = wallet;
  const { rows, ...view } = pageOf(filterWallet(all ?? [], { search, hidesZero }), wanted, ROWS);
  const isSearching = search.trim() !== '';
  return (
    <Paper component="section" aria-label={t('table.region')}>
      <div className={panel.bar}>
        <TextInput
          className={panel.search ?? ''}
          type="search"
          name="search"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('table.searchHint')}
          aria-label={t('table.search')}
          value={search}
          onChange={({ currentTarget }) => {
            setSearch(currentTarget.value);
            setPage(1);
          }}
        />
        <Checkbox
          label={t('table.hideZero')}
          checked={hidesZero}
          onChange={({ currentTarget }) => {
            hideZero(currentTarget.checked);
            setPage(1);
          }}
        />
        <Checkbox
          label={t('table.showBalances')}
          checked={showsBalances}
          onChange={({ currentTarget }) => showBalances(currentTarget.checked)}
        />
        <WalletNote wallet={wallet} />
      </div>
      {(all !== null || wallet.failure === null) && (
        <Table className={classes.table ?? ''} data-cards aria-busy={all === null}>
          <caption className="visually-hidden">{t('table.name')}</caption>
          <Table.Thead>
            <Table.Tr>
              {COLUMNS.map((column) => (
                <Table.Th key={column} scope="col" data-column={column}>
                  {t(`table.column.${column}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {all === null ? (
              <PlaceholderRows rows={PLACEHOLDERS} columns={COLUMNS.length} />
            ) : (
              rows.map((row) => (
                <WalletTableRow
                  key={row.ticker}
                  row={row}
                  prices={prices}
                  whole={worthOf(all, prices).usd}
                  showsBalances={showsBalances}
                  tips={tips}
                />
              ))
            )}
          </Table.Tbody>
        </Table>
      )}
      {all !== null && view.total === 0 && (
        <Stack align="center" p="xl" c="dimmed" role="status">
          {isSearching
            ? t('table.noMatch', { search: search.trim() })
            : t(all.length === 0 ? 'table.none' : 'table.allZero')}
          {(isSearching || all.length > 0) && (
            <Button variant="default" onClick={() => (isSearching ? setSearch('') : hideZero(false))}>
              {t(isSearching ? 'table.clearSearch' : 'table.showAll')}
            </Button>
          )}
        </Stack>
      )}
      {view.total > 0 && <Pager view={view} onPage={setPage} />}
    </Paper>
  );
}
