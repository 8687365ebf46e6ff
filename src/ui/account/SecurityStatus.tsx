import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../domain/account.ts';
import { timeLeft } from '../../domain/countdown.ts';
import { isoText, momentText } from '../../domain/dates.ts';
import { Fact } from '../kit/Fact.tsx';
import { useCountdown } from '../kit/useCountdown.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';

/** A point in time, in UTC; unknown is a dash. @param time epoch milliseconds. */
export function Instant({ time }: { readonly time: number | null }) {
  const { t } = useTranslation('account');
  const language = useCurrentLanguage();
  const text = time === null ? null : momentText(time, language);
  if (time === null || text === null) return t('dashboard.unknown');
  return <time dateTime={isoText(time) ?? ''}>{t('word.timeUtc', { time: text })}</time>;
}

/** Whether a security cooldown blocks withdrawals; why, and until when (ACCOUNT-01). */
export function SecurityStatus({ user }: { readonly user: User }) {
  const { securityCooldownUntil: until, securityRiskReason: reason, securityRisk } = user;
  if (until !== null) return <Timed key={until} until={until} reason={reason} />;
  return securityRisk ? <Cooling reason={reason} /> : <Ready />;
}

/** A cooldown with an end, which comes while one looks. */
function Timed({ until, reason }: { readonly until: number; readonly reason: string | null }) {
  const { t } = useTranslation('account');
  const { secondsLeft, isOver } = useCountdown(until);
  if (isOver) return <Ready />;
  return (
    <Cooling reason={reason}>
      <Fact isSheet name={t('dashboard.resumes')}>
        <Instant time={until} />
      </Fact>
      <Fact isSheet name={t('dashboard.timeLeft')}>
        <strong role="timer">
          {secondsLeft === null
            ? t('dashboard.unknown')
            : t('dashboard.countdown', { ...timeLeft(secondsLeft) })}
        </strong>
      </Fact>
    </Cooling>
  );
}

function Cooling({ reason, children }: { readonly reason: string | null; readonly children?: ReactNode }) {
  const { t } = useTranslation('account');
  return (
    <>
      <Fact isSheet name={t('word.status')} note={t('dashboard.cooldownLead')}>
        <Badge color="warning">{t('dashboard.cooldown')}</Badge>
      </Fact>
      <Fact isSheet name={t('dashboard.reason')}>
        {reason ?? t('dashboard.unknown')}
      </Fact>
      {children}
    </>
  );
}

function Ready() {
  const { t } = useTranslation('account');
  return (
    <Fact isSheet name={t('word.status')}>
      <Badge color="up">{t('dashboard.ready')}</Badge>
    </Fact>
  );
}
