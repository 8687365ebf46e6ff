import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Message } from '../../components/message/Message.tsx';
import { useFailureText } from '../../hooks/useFailureText.ts';
import { useWithdrawal, type Withdrawing } from '../../hooks/useWithdrawal.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { FormStep } from './FormStep.tsx';
import { Result } from './Result.tsx';
import { SlatepackStep } from './SlatepackStep.tsx';
import { Steps } from './Steps.tsx';
import { UnknownOutcome } from './UnknownOutcome.tsx';
import classes from './Withdraw.module.css';
import { WithdrawFacts } from './WithdrawFacts.tsx';

/** The step that the wizard is at, with what is known of the coin beside it. */
export function WithdrawDesk({ symbol }: { readonly symbol: string }) {
  const withdrawing = useWithdrawal(symbol);
  return (
    <div className={classes['desk']}>
      <div className={classes['main']} data-view={withdrawing.view}>
        <Steps ticker={symbol} step={withdrawing.step} />
        <Step withdrawing={withdrawing} />
      </div>
      {withdrawing.facts?.coin && <WithdrawFacts facts={withdrawing.facts} coin={withdrawing.facts.coin} />}
    </div>
  );
}

function Step({ withdrawing }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  switch (withdrawing.view) {
    case 'gating':
      return <p role="status">{t('loading')}</p>;
    case 'factsFailed':
      return <FactsFailed withdrawing={withdrawing} />;
    case 'form':
      return <FormStep withdrawing={withdrawing} />;
    case 'confirming':
    case 'submitting':
      return <ConfirmStep withdrawing={withdrawing} />;
    case 'looking':
    case 'unresolved':
    case 'notFound':
      return <UnknownOutcome withdrawing={withdrawing} />;
    case 'resuming':
      return <p role="status">{t('slatepack.resuming')}</p>;
    case 'resumeFailed':
      return <ResumeFailed withdrawing={withdrawing} />;
    case 'awaitingReply':
    case 'finalizing':
    case 'finalizeLooking':
    case 'finalizeUndecided':
      return <SlatepackStep withdrawing={withdrawing} />;
    case 'submitted':
    case 'refused':
    case 'broadcast':
    case 'notBroadcast':
    case 'broadcastUnknown':
    case 'failed':
      return <Result withdrawing={withdrawing} />;
  }
}

function FactsFailed({ withdrawing: { factsFailure, retry } }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const sayFailure = useFailureText();
  return (
    <Message kind="failure">
      <p>{t('factsFailed')}</p>
      {factsFailure && <p>{sayFailure(factsFailure)}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={retry}>
          {t('retry')}
        </Button>
      </div>
    </Message>
  );
}

function ResumeFailed({ withdrawing: { failure, retry, leave } }: { readonly withdrawing: Withdrawing }) {
  const { t } = useTranslation('withdraw');
  const sayFailure = useFailureText();
  return (
    <Message kind="warning">
      <p>{t('slatepack.resumeFailed')}</p>
      {failure && <p>{sayFailure(failure)}</p>}
      <div className={classes['buttons']}>
        <Button variant="default" onClick={retry}>
          {t('slatepack.resumeRetry')}
        </Button>
        <Button variant="subtle" onClick={leave}>
          {t('slatepack.resumeLeave')}
        </Button>
      </div>
    </Message>
  );
}
