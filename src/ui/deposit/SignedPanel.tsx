import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isPosted } from '../../domain/deposit.ts';
import type {
  SignedSlatepack,
  SlatepackDepositPhase,
} from '../../machines/deposit/slatepackDeposit.machine.ts';
import { useRead } from '../kit/useRead.ts';
import { Note } from '../kit/Fact.tsx';
import { LongText } from '../kit/LongText.tsx';
import section from '../kit/Section.module.css';
import { CopyTextButton } from '../kit/CopyButton.tsx';
import { focusOnArrival } from '../kit/usePage.ts';
import { Copier } from '../history/copier.tsx';
import { DepositState } from '../history/DepositState.tsx';
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
  return (
    <Stack gap="sm" align="start">
      {posted ? (
        <Group role="status" gap="sm" align="baseline" c="dimmed">
          {t('posted')}
          <Copier>
            <DepositState deposit={{ ...posted, currency: coin }} />
          </Copier>
        </Group>
      ) : (
        <FinalizeClock signed={signed} phase={phase} />
      )}
      <LongText
        ref={focusOnArrival}
        label={t('slatepack.signed')}
        description={posted ? undefined : t('slatepack.signedLead')}
        readOnly
        rows={8}
        value={signed.slatepack}
      />
      {!posted && !progress?.toFinalize && <Note>{t('slatepack.again')}</Note>}
      <div className={section.buttons}>
        <CopyTextButton text={signed.slatepack} label={t('slatepack.copy')} copiedLabel={t('word.copied')} />
        <Button variant="subtle" onClick={onStartOver}>
          {t('slatepack.another')}
        </Button>
      </div>
    </Stack>
  );
}
