import { useTranslation } from 'react-i18next';
import { DASH, shortenId } from '../../domain/format.ts';
import { chainId, isInternalKind, transactionLink } from '../../domain/history/transfers.ts';
import { CopiedId } from './cells.tsx';
import classes from './Cells.module.css';
import { useCoinFacts } from './coinFacts.tsx';

interface Props {
  readonly currency: string;
  readonly txHash: string | null;
  readonly extraId: string | null;
  /** Whether coins of an internal kind show no hash. */
  readonly hidesInternal?: boolean;
}

/**
 * The transaction hash with a way to the explorer of its coin, where one is known; the extra id stands for it with
 * GRIN. The explorer is another company's: it opens in a tab of its own and is not told where the user came from.
 */
export function ChainIdCell({ currency, txHash, extraId, hidesInternal = false }: Props) {
  const { t } = useTranslation('history');
  const { network, explorerUrl } = useCoinFacts(currency);
  const found = chainId({ currency, txHash, extraId }, hidesInternal && isInternalKind(currency, network));
  if (!found) return DASH;
  const link = found.kind === 'hash' ? transactionLink(explorerUrl, found.id) : null;
  return (
    <span className={classes.copied}>
      <CopiedId id={found.id} label={t(`copy.${found.kind}`)} />
      {link !== null && (
        <a
          className={classes.explorer}
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t('explorer', { id: shortenId(found.id) })}
          title={t('explorer', { id: shortenId(found.id) })}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M6 3.5H3.5v9h9V10M9 3.5h3.5V7M12.5 3.5L7.5 8.5" />
          </svg>
        </a>
      )}
    </span>
  );
}
