import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFavourites } from '../kit/usePreference.ts';
import classes from './FavouriteStar.module.css';

/** Marks a pair, which then comes before the others (MARKET-12). */
export function FavouriteStar({ pair }: { readonly pair: string }) {
  const { t } = useTranslation();
  const [pairs, toggle] = useFavourites();
  return (
    <UnstyledButton
      className={classes.star ?? ''}
      aria-pressed={pairs.includes(pair)}
      aria-label={t('favourite', { pair: pair.replace('-', '/') })}
      onClick={() => toggle(pair)}
    />
  );
}
