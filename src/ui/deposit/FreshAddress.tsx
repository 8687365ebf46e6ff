import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Note } from '../kit/Fact.tsx';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import classes from './Deposit.module.css';
import type { Deposit } from './useDeposit.ts';

interface Props extends NonNullable<Deposit['fresh']> {
  readonly onMake: () => void;
}

/** Makes another address on request; the older ones stay valid (PRIVACY-01). */
export function FreshAddress({ isMaking, isFinding, unmade, onMake }: Props) {
  const { t } = useTranslation('deposit');
  const sayFailure = useFailureText();
  return (
    <Stack className={classes.part ?? ''} gap="sm" align="start">
      <Note>{t('fresh.lead')}</Note>
      <Button variant="default" data-fresh="true" disabled={isMaking} onClick={onMake}>
        {t(isFinding ? 'fresh.finding' : isMaking ? 'fresh.making' : 'fresh.make')}
      </Button>
      {!isMaking && unmade && (
        <Message kind={unmade.why === 'unknown' ? 'warning' : 'failure'}>
          {unmade.why === 'refused' && unmade.failure ? (
            <p>{sayFailure(unmade.failure)}</p>
          ) : (
            <p>{t(unmade.why === 'absent' ? 'fresh.absent' : 'fresh.unknown')}</p>
          )}
        </Message>
      )}
    </Stack>
  );
}
