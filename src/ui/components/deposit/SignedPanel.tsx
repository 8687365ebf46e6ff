import { Button } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedSlatepack, SlatepackDepositPhase } from '../../../machines/slatepackDeposit/index.ts';
import { CopyTextButton } from '../copyButton/CopyTextButton.tsx';
import classes from './Deposit.module.css';
import { FinalizeClock } from './FinalizeClock.tsx';

interface Props {
  readonly signed: SignedSlatepack;
  readonly phase: SlatepackDepositPhase;
  readonly onStartOver: () => void;
}

/**
 * The signed slatepack, as one text without line breaks of its own: wallets read one line (guide "Slatepack"). With
 * the time that is left to finalize it.
 */
export function SignedPanel({ signed, phase, onStartOver }: Props) {
  const { t } = useTranslation('deposit');
  const field = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  // What was pressed is gone: the focus goes to what came instead.
  useEffect(() => box.current?.focus(), []);
  return (
    <div className={classes['fields']}>
      <FinalizeClock signed={signed} phase={phase} />
      <label className={classes['label']} htmlFor={field}>
        {t('slatepack.signed')}
      </label>
      <p className={classes['note']}>{t('slatepack.signedLead')}</p>
      <textarea
        ref={box}
        id={field}
        className={classes['text']}
        readOnly
        rows={8}
        spellCheck={false}
        autoComplete="off"
        value={signed.slatepack}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <p className={classes['note']}>{t('slatepack.again')}</p>
      <div className={classes['buttons']}>
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
