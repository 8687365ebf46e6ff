import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pageOf } from '../../domain/marketList.ts';
import { filterWallet, valueOf } from './walletRows.ts';
import { usePreference } from '../kit/usePreference.ts';
import { useTips } from '../kit/useTip.ts';
import type { Wallet } from './useWallet.ts';
import { Pager } from '../kit/Pager.tsx';
import { WalletTableRow } from './WalletTableRow.tsx';
import { WalletNote } from './WalletNote.tsx';
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
    <section className={classes.panel} aria-label={t('table.region')}>
      <div className={classes.tools}>
        <input
          className={classes.search}
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
        <Toggle
          label={t('table.hideZero')}
          isOn={hidesZero}
          onToggle={(isOn) => {
            hideZero(isOn);
            setPage(1);
          }}
        />
        <Toggle label={t('table.showBalances')} isOn={showsBalances} onToggle={showBalances} />
        <WalletNote wallet={wallet} />
      </div>
      {(all !== null || wallet.failure === null) && (
        <table className={classes.table} aria-busy={all === null}>
          <caption className="visually-hidden">{t('table.name')}</caption>
          <thead>
            <tr>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className={classes[column]}>
                  {t(`table.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all === null
              ? Array.from({ length: PLACEHOLDERS }, (_, index) => <PlaceholderRow key={index} />)
              : rows.map((row) => (
                  <WalletTableRow
                    key={row.ticker}
                    row={row}
                    usd={valueOf(row, prices)}
                    showsBalances={showsBalances}
                    tips={tips}
                  />
                ))}
          </tbody>
        </table>
      )}
      {all !== null && view.total === 0 && (
        <div className={classes.empty} role="status">
          <p>
            {isSearching
              ? t('table.noMatch', { search: search.trim() })
              : t(all.length === 0 ? 'table.none' : 'table.allZero')}
          </p>
          {isSearching && (
            <button type="button" className={classes.clear} onClick={() => setSearch('')}>
              {t('table.clearSearch')}
            </button>
          )}
          {!isSearching && all.length > 0 && (
            <button type="button" className={classes.clear} onClick={() => hideZero(false)}>
              {t('table.showAll')}
            </button>
          )}
        </div>
      )}
      {view.total > 0 && <Pager view={view} onPage={setPage} />}
    </section>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

function Toggle({ label, isOn, onToggle }: ToggleProps) {
  return (
    <label className={classes.toggle}>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ currentTarget }) => onToggle(currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** Takes the place of a row that is on its way, at the same height. */
function PlaceholderRow() {
  return (
    <tr className={classes.row} aria-hidden="true">
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- nothing to be read */}
      <td colSpan={COLUMNS.length}>
        <span className={classes.placeholder} />
      </td>
    </tr>
  );
}
