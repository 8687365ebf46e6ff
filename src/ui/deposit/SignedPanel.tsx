import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isPosted } from '../../domain/deposit.ts';
import type {
  SignedSlatepack,
  SlatepackDepositPhase,
} from '../../machines/deposit/slatepackDeposit.machine.ts';
import { useRead } from '../kit/useRead.ts';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import { Copier } from '../history/copier.tsx';
import { DepositState } from '../history/DepositState.tsx';
import classes from './Deposit.module.css';
import { FinalizeClock } from './FinalizeClock.tsx';

interface Props {
  readonly coin: string;
  readonly signed: SignedSlatepack;
  readonly phase: SlatepackDepositPhase;
  readonly onStartOver: () => void;
}

/** The signed slatepack on one line, as wallets read it; its time limit, or its progress once posted (DEPOSIT-07). */
export function SignedPanel({ coin, signed, phase, onStartOver }: Props) {
  const { t } = useTranslation('deposit');
  const { depositId } = signed;
  const { data: progress } = useRead('depositStatus', depositId === null ? null : { id: depositId });
  const posted = progress && isPosted(progress) ? progress : null;
  const field = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // The pressed button is gone, so the focus moves here.
  useEffect(() => box.current?.focus(), []);
  return (
    <div className={classes.fields}>
      {posted ? (
        <div role="status" className={classes.clock}>
          {t('posted')}
          <Copier>
            <DepositState deposit={{ ...posted, currency: coin }} />
          </Copier>
        </div>
      ) : (
        <FinalizeClock signed={signed} phase={phase} />
      )}
      <label className={classes.label} htmlFor={field}>
        {t('slatepack.signed')}
      </label>
      {!posted && <p className={classes.note}>{t('slatepack.signedLead')}</p>}
      <textarea
        ref={box}
        id={field}
        className={classes.text}
        readOnly
        rows={8}
        spellCheck={false}
        autoComplete="off"
        value={signed.slatepack}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      {!posted && !progress?.toFinalize && <p className={classes.note}>{t('slatepack.again')}</p>}
      <div className={classes.buttons}>
        <CopyTextButton
          text={signed.slatepack}
          label={t('slatepack.copy')}
          copiedLabel={t('slatepack.copied')}
        />
        <Button variant="subtle" onClick={onStartOver}>
          {t('slatepack.another')}
        </Button>
      </div>
    </div>
  );
}
