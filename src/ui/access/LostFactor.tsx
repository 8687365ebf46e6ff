import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentText } from '../../domain/dates.ts';
import { isOutcomeUnknown } from '../../domain/failure.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import classes from './AccessForm.module.css';
import type { LostFactorView } from './useAccess.ts';

interface Props {
  readonly view: LostFactorView;
  /** Whether the form is sending something else. */
  readonly isHeld: boolean;
  /** A recovery key stands in for the password (FORGOT-07). */
  readonly hasKey?: boolean;
  readonly onAsk: () => void;
}

/** The way of whoever has lost the second factor, once the password, or the recovery key, was right (RESET-01). */
export function LostFactor({ view, isHeld, hasKey = false, onAsk }: Props) {
  const { t } = useTranslation('auth');
  const language = useCurrentLanguage();
  const sayFailure = useFailureText();
  const { isOffered, isOpen, isOffering, isAsking, failure, resetAt, open, close } = view;
  if (!isOpen)
    return isOffered && !isHeld ? (
      <Button variant="subtle" size="xs" onClick={open}>
        {t('lost.open')}
      </Button>
    ) : null;
  return (
    <section className={classes.lost} aria-label={t('lost.title')}>
      {isOffering && <p className={classes.lead}>{t(hasKey ? 'lost.leadKey' : 'lost.lead')}</p>}
      {failure && (
        <p className={classes.refusal} role="alert">
          {isOutcomeUnknown(failure) ? t('lost.unknown') : sayFailure(failure)}
        </p>
      )}
      {isOffering ? (
        <div className={classes.working}>
          <Button variant="default" size="xs" disabled={isHeld || isAsking} onClick={onAsk}>
            {t(isAsking ? 'lost.asking' : 'lost.ask')}
          </Button>
          <Button variant="subtle" size="xs" disabled={isAsking} onClick={close}>
            {t('work.cancel')}
          </Button>
        </div>
      ) : (
        <p className={classes.notice} role="status">
          {resetAt !== null &&
            t(hasKey ? 'lost.notedKey' : 'lost.noted', { time: momentText(resetAt, language) ?? '' })}
        </p>
      )}
    </section>
  );
}
