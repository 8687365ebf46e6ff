import { Button, Paper } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { WithdrawalView } from '../../machines/withdrawal/withdrawal.machine.ts';
import section from '../kit/Section.module.css';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Message } from '../kit/Message.tsx';
import columns from '../kit/Columns.module.css';
import { useFailureText } from '../kit/useFailureText.ts';
import { useWithdrawal, type Withdrawing } from './useWithdrawal.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { FormStep } from './FormStep.tsx';
import { Result } from './Result.tsx';
import { SlatepackStep } from './SlatepackStep.tsx';
import { Steps } from './Steps.tsx';
import { UnknownOutcome } from './UnknownOutcome.tsx';
import { WithdrawFacts } from './WithdrawFacts.tsx';

const WAITING: ReadonlySet<WithdrawalView> = new Set(['gating', 'resuming']);

interface Props {
  readonly symbol: string;
  /** The GRIN withdrawal that is to be resumed, by its id; null for none. */
  readonly chosen: string | null;
}

/** The present step of the wizard, with the known data of the coin beside it. */
export function WithdrawContent({ symbol, chosen }: Props) {
  const withdrawing = useWithdrawal(symbol, chosen);
  const { view, context, step } = withdrawing;
  const { facts } = context;
  const View = VIEWS[view];
  return (
    <div className={columns.columns}>
      <Paper p="lg" data-view={view}>
        <Steps ticker={symbol} step={step} />
        <View withdrawing={withdrawing} />
      </Paper>
      {/* With the step, which is not as high as its placeholder. */}
      {facts?.coin && !WAITING.has(view) && <WithdrawFacts facts={facts} coin={facts.coin} />}
    </div>
  );
}

interface ViewProps {
  readonly withdrawing: Withdrawing;
}

function Gating() {
  const { t } = useTranslation('withdraw');
  return (
    <Skeleton rows={11} height={32}>
      {t('word.loading')}
    </Skeleton>
  );
}

function Resuming() {
  const { t } = useTranslation('withdraw');
  return (
    <Skeleton rows={11} height={32}>
      {t('slatepack.resuming')}
    </Skeleton>
  );
}

function FactsFailed({ withdrawing: { context, send } }: ViewProps) {
  const { t } = useTranslation('withdraw');
  const sayFailure = useFailureText();
  return (
    <Message kind="failure">
      <p>{t('factsFailed')}</p>
      {context.factsFailure && <p>{sayFailure(context.factsFailure)}</p>}
      <div className={section.buttons}>
        <Button variant="default" onClick={() => send({ type: 'user.retry' })}>
          {t('word.retry')}
        </Button>
      </div>
    </Message>
  );
}

function ResumeFailed({ withdrawing: { context, send } }: ViewProps) {
  const { t } = useTranslation('withdraw');
  const sayFailure = useFailureText();
  return (
    <Message kind="warning">
      <p>{t('slatepack.resumeFailed')}</p>
      {context.failure && <p>{sayFailure(context.failure)}</p>}
      <div className={section.buttons}>
        <Button variant="default" onClick={() => send({ type: 'user.retry' })}>
          {t('word.checkAgain')}
        </Button>
        <Button variant="subtle" onClick={() => send({ type: 'user.leave' })}>
          {t('slatepack.resumeLeave')}
        </Button>
      </div>
    </Message>
  );
}

const VIEWS: Readonly<Record<WithdrawalView, ComponentType<ViewProps>>> = {
  gating: Gating,
  factsFailed: FactsFailed,
  form: FormStep,
  confirming: ConfirmStep,
  submitting: ConfirmStep,
  looking: UnknownOutcome,
  unresolved: UnknownOutcome,
  notFound: UnknownOutcome,
  resuming: Resuming,
  resumeFailed: ResumeFailed,
  exchanging: SlatepackStep,
  submitted: Result,
  broadcast: Result,
  notBroadcast: Result,
  broadcastUnknown: Result,
  cancelled: Result,
  failed: Result,
};
