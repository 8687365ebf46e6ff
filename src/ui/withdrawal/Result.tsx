import { Button, Stack, Text, Title } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Failure, isCooldownRefusal } from '../../domain/failure.ts';
import { hasRunning } from '../../machines/withdrawal/withdrawal.rules.ts';
import { Message } from '../kit/Message.tsx';
import section from '../kit/Section.module.css';
import { useFailureText } from '../kit/useFailureText.ts';
import { focusOnArrival } from '../kit/usePage.ts';
import type { Withdrawing } from './useWithdrawal.ts';
import { COLORS, Receipt } from './Receipt.tsx';

const GOOD = {
  submitted: 'submitted',
  broadcast: 'broadcast',
  notBroadcast: 'notBroadcast',
  broadcastUnknown: 'broadcastUnknown',
  cancelled: 'cancelled',
} as const;
const TONES = {
  submitted: 'good',
  broadcast: 'good',
  notBroadcast: 'waiting',
  broadcastUnknown: 'waiting',
  cancelled: 'good',
} as const;

const REASONS = ['fee', 'network', 'congestion', 'maintenance'] as const;

/** Step 4, for GRIN step 5: the outcome (WITHDRAW-19). */
export function Result({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const { context, view, send } = withdrawing;
  const canResume = hasRunning(context);
  const tryAgain = (): void => send({ type: 'user.tryAgain' });
  const good = view in GOOD ? GOOD[view as keyof typeof GOOD] : null;
  return (
    <Stack component="section" gap="lg">
      <Title
        order={2}
        fz="lg"
        c={COLORS[good === null ? 'bad' : TONES[good]]}
        ref={focusOnArrival}
        tabIndex={-1}
        data-tone={good === null ? 'bad' : TONES[good]}
      >
        {t(good === null ? 'result.failed' : `result.${good}`)}
      </Title>
      {good === null ? (
        <Failed failure={context.failure} canResume={canResume} />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t(context.receipt?.awaitsRelease ? 'result.heldLead' : `result.${good}Lead`)}
          </Text>
          <Receipt withdrawing={withdrawing} />
        </>
      )}
      <div className={section.buttons}>
        {good === null && canResume && (
          <Button onClick={() => send({ type: 'user.resume' })}>{t('result.resume')}</Button>
        )}
        {good === null && (
          <Button variant={canResume ? 'default' : 'filled'} onClick={tryAgain}>
            {t('word.tryAgain')}
          </Button>
        )}
        {good === 'cancelled' && <Button onClick={tryAgain}>{t('result.another')}</Button>}
        <Button variant="default" component={Link} to="/withdrawal-history">
          {t('result.viewHistory')}
        </Button>
        <Button variant="subtle" component={Link} to="/wallet">
          {t('result.backToWallet')}
        </Button>
      </div>
    </Stack>
  );
}

/** The failure text, possible reasons and a hint to write to support (WITHDRAW-10). */
function Failed({ failure, canResume }: { readonly failure: Failure | null; readonly canResume: boolean }) {
  const { t } = useTranslation('withdraw');
  const sayFailure = useRefusalText(canResume);
  // A cooldown has its own reason, and so has a reply that was refused: none of the usual ones would be true.
  const isExplained = failure?.text !== undefined && (canResume || isCooldownRefusal(failure));
  return (
    <>
      {failure && <Message kind="failure">{sayFailure(failure)}</Message>}
      {!isExplained && (
        <div>
          <h3>{t('result.reasons')}</h3>
          <ul className={section.points}>
            {REASONS.map((reason) => (
              <li key={reason}>{t(`result.reason.${reason}`)}</li>
            ))}
          </ul>
        </div>
      )}
      <Text size="sm" c="dimmed">
        <Trans t={t} i18nKey="result.support" components={{ support: <Link to="/support" /> }} />
      </Text>
    </>
  );
}

/** The server's words, else the known reason, else that it failed (WITHDRAW-09). */
function useRefusalText(canResume: boolean): (failure: Failure) => string {
  const { t } = useTranslation('withdraw');
  const sayFailure = useFailureText();
  return (failure) => {
    if (failure.serverCode === 'NO_SLATEPACK') return t('result.noSlatepack');
    if (failure.serverCode === 'WITHDRAWAL_ENDED') return t('result.ended');
    if (failure.text === undefined && failure.code === 'refused') {
      return t(canResume ? 'result.finalizeFailed' : 'result.withdrawalFailed');
    }
    return sayFailure(failure);
  };
}
