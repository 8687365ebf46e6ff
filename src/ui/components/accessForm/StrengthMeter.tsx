import { useTranslation } from 'react-i18next';
import { passwordScore, STRENGTHS } from '../../../domain/credentials.ts';
import classes from './AccessForm.module.css';

const STEPS = [1, 2, 3, 4, 5] as const;

/** Scores a new password from 0 to 5, in colour and in a word (LOGIN-08). */
export function StrengthMeter({ password }: { readonly password: string }) {
  const { t } = useTranslation('auth');
  const score = passwordScore(password);
  const word = t(`password.strengths.${STRENGTHS[score] ?? 'none'}`);
  return (
    <div className={classes.strength}>
      <div
        className={classes.meter}
        role="meter"
        aria-label={t('password.strength')}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={word}
        data-score={score}
      >
        {STEPS.map((step) => (
          <span key={step} {...(step <= score && { className: classes.on })} />
        ))}
      </div>
      <span className={classes.word} aria-hidden="true">
        {score > 0 && word}
      </span>
    </div>
  );
}
