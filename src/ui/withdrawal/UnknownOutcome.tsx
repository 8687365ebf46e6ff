import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { LostAnswer } from '../kit/LostAnswer.tsx';
import section from '../kit/Section.module.css';
import { Message } from '../kit/Message.tsx';
import { useCapabilities } from '../kit/app.tsx';
import type { Withdrawing } from './useWithdrawal.ts';
import { useLostAnswerText } from './faultText.ts';

/** The answer was lost: what is known, and what can be done (LOST-02). */
export function UnknownOutcome({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { idempotencyKeys } = useCapabilities();
  const { context, view, send } = withdrawing;
  // After a reload its address and amount are unknown.
  const canSendAgain = context.confirmed !== null;
  const checkAgain = (): void => send({ type: 'user.checkAgain' });
  const leave = (): void => send({ type: 'user.leave' });
  const heard = useLostAnswerText(context.failure);
  const safe = idempotencyKeys ? 'unknown.notFound' : 'unknown.notFoundBare';
  return (
    <Stack component="section" gap="lg">
      <h2>{t('unknown.title')}</h2>
      {view === 'notFound' ? (
        <Message kind="warning">
          <p>
            {heard} {t(canSendAgain ? safe : 'unknown.notFoundReloaded')}
          </p>
          <div className={section.buttons}>
            {canSendAgain && (
              <Button size="xs" onClick={() => send({ type: 'user.sendAgain' })}>
                {t('unknown.sendAgain')}
              </Button>
            )}
            <Button size="xs" variant="default" onClick={checkAgain}>
              {t('word.checkAgain')}
            </Button>
            <Button size="xs" variant="default" onClick={leave}>
              {t('unknown.startOver')}
            </Button>
          </div>
        </Message>
      ) : (
        <LostAnswer
          isLooking={view === 'looking'}
          looking={`${heard} ${t('unknown.looking')}`}
          unresolved={`${heard} ${t('unknown.unresolved')}`}
          checkAgain={t('word.checkAgain')}
          leave={t('unknown.leave')}
          stop={{ label: t('unknown.stop'), press: leave }}
          onCheckAgain={checkAgain}
          onLeave={leave}
        />
      )}
      <Link to="/withdrawal-history">{t('result.viewHistory')}</Link>
    </Stack>
  );
}
