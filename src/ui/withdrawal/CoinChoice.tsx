import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { choosableCoins } from '../../machines/withdrawal/withdrawal.rules.ts';
import { Choice } from '../kit/Choice.tsx';
import { useRead } from '../kit/useRead.ts';

/** The default listing: one page of fifty (CALL-16). */
const FIRST_PAGE = { page: 1, limit: 50 };

/** Coins with a balance, and the shown one (WITHDRAW-08); another one is another wizard. */
export function CoinChoice({ ticker }: { readonly ticker: string }) {
  const { t } = useTranslation('withdraw');
  const navigate = useNavigate();
  const { data: coins } = useRead('coins', FIRST_PAGE);
  const { data: balances } = useRead('balances');
  const options = choosableCoins(coins ?? [], balances ?? [], ticker).map((coin) => ({
    value: coin.ticker,
    label: coin.name === coin.ticker ? coin.ticker : `${coin.ticker} · ${coin.name}`,
  }));
  return (
    <Choice
      label={t('word.coin')}
      value={ticker}
      options={options}
      onChoose={(chosen) => void navigate(`/withdraw/${chosen}`, { replace: true })}
    />
  );
}
