import { useTranslation } from 'react-i18next';
import { DASH, shortenId } from '../../domain/format.ts';
import { chainId, isInternalKind, transactionLink } from '../../domain/history/transfers.ts';
import { CopiedId } from './cells.tsx';
import icon from '../kit/IconButton.module.css';
import classes from './Cells.module.css';
import { useCoinFacts } from './coinFacts.tsx';

interface Props {
  readonly currency: string;
  readonly txHash: string | null;
  readonly extraId: string | null;
  readonly hidesInternal?: boolean;
}

/** The transaction hash, linked to the coin's explorer, a third party that gets no referrer; for GRIN the extra id. */
export function ChainIdCell({ currency, txHash, extraId, hidesInternal = false }: Props) {
  const { t } = useTranslation('history');
  const { network, explorerUrl } = useCoinFacts(currency);
  const found = chainId({ currency, txHash, extraId }, hidesInternal && isInternalKind(currency, network));
  if (!found) return <span className={classes.none}>{DASH}</span>;
  const link = found.kind === 'hash' ? transactionLink(explorerUrl, found.id) : null;
  return (
    <span className={classes.copied}>
      <CopiedId id={found.id} label={t(`copy.${found.kind}`)} />
      {link !== null && (
        <a
          className={icon.icon}
          href={link}
          target="_blank"
          rel="noreferrer noopener"
          aria-label={t('explorer', { id: shortenId(found.id) })}
          title={t('explorer', { id: shortenId(found.id) })}
        >
          <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d="M6 3.5H3.5v9h9V10M9 3.5h3.5V7M12.5 3.5L7.5 8.5" />
          </svg>
        </a>
      )}
    </span>
  );
}
