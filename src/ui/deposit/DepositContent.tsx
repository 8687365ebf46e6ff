import { Button, Paper } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import type { DepositProblem } from '../../machines/deposit/deposit.machine.ts';
import { useDeposit } from './useDeposit.ts';
import { useFailureText } from '../kit/useFailureText.ts';
import section from '../kit/Section.module.css';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Message } from '../kit/Message.tsx';
import columns from '../kit/Columns.module.css';
import classes from './Deposit.module.css';
import { resumedIn } from '../history/resume.tsx';
import { AddressPanel } from './AddressPanel.tsx';
import { DepositFacts } from './DepositFacts.tsx';
import { FreshAddress } from './FreshAddress.tsx';
import { LatestDeposits } from './LatestDeposits.tsx';
import { SlatepackPanel } from './SlatepackPanel.tsx';

/** One coin's deposit: its status checks, then the address or the slatepacks (DEPOSIT-01). */
export function DepositContent({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation('deposit');
  const { view, coin, address, problem, fresh, send } = useDeposit(symbol);
  const { state, key: visit } = useLocation();
  const resumed = resumedIn(state);
  const text = address?.address ?? null;
  if (view === 'leaving') return null;
  return (
    <div className={columns.columns}>
      <Paper p="lg">
        {(view === 'loading' || view === 'creating') && (
          <div className={classes.waiting}>
            <Skeleton rows={16} height={32}>
              {t(view)}
            </Skeleton>
          </div>
        )}
        {view === 'unloaded' && problem && (
          <Problem problem={problem}>
            <Button variant="default" onClick={() => send({ type: 'user.reload' })}>
              {t('word.reload')}
            </Button>
          </Problem>
        )}
        {view === 'uncreated' && problem && (
          <Problem problem={problem}>
            <Button variant="default" onClick={() => send({ type: 'user.retry' })}>
              {t('word.retry')}
            </Button>
            <Button variant="subtle" component={Link} to="/wallet">
              {t('backToWallet')}
            </Button>
          </Problem>
        )}
        {view === 'address' && coin && text !== null && (
          <>
            <AddressPanel coin={coin} address={text} tag={address?.tag ?? null} />
            {fresh && <FreshAddress {...fresh} onMake={() => send({ type: 'user.freshAddress' })} />}
            <LatestDeposits coin={coin} />
          </>
        )}
        {view === 'exchanging' && coin && (
          <SlatepackPanel key={resumed === null ? '' : visit} coin={coin} resumed={resumed} />
        )}
      </Paper>
      {coin && <DepositFacts coin={coin} />}
    </div>
  );
}

interface ProblemProps {
  readonly problem: DepositProblem;
  readonly children: ReactNode;
}

function Problem({ problem: { what, failure }, children }: ProblemProps) {
  const { t } = useTranslation('deposit');
  const sayFailure = useFailureText();
  return (
    <Message kind="failure">
      <p>{t(`problem.${what}`)}</p>
      {failure && <p>{sayFailure(failure)}</p>}
      <div className={section.buttons}>{children}</div>
    </Message>
  );
}
