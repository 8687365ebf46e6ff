import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { momentText } from '../../domain/dates.ts';
import { isOutcomeUnknown } from '../../domain/failure.ts';
import { Message } from '../kit/Message.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import { useCurrentLanguage } from '../kit/useLanguage.ts';
import type { LostFactorView } from './useLogin.ts';

interface Props {
  readonly view: LostFactorView;
  /** Whether the form is sending something else. */
  readonly isHeld: boolean;
  /** A recovery key replaces the password (FORGOT-07). */
  readonly hasKey?: boolean;
  readonly onAsk: () => void;
}

/** Shown when the second factor is lost, once the password, or the recovery key, was right (RESET-01). */
export function LostFactor({ view, isHeld, hasKey = false, onAsk }: Props) {
  const { t } = useTranslation('auth');
  const language = useCurrentLanguage();
  const sayFailure = useFailureText();
  const { isOffered, isOpen, isOffering, isAsking, failure, resetAt, send } = view;
  if (!isOpen)
    return isOffered && !isHeld ? (
      <Button variant="subtle" size="xs" onClick={() => send({ type: 'user.open' })}>
        {t('lost.open')}
      </Button>
    ) : null;
  return (
    <Stack component="section" gap="md" aria-label={t('lost.title')}>
      {isOffering && (
        <Text size="sm" c="dimmed">
          {t(hasKey ? 'lost.leadKey' : 'lost.lead')}
        </Text>
      )}
      {failure && (
        <Message kind="failure">
          {isOutcomeUnknown(failure) ? t('lost.unknown') : sayFailure(failure)}
        </Message>
      )}
      {isOffering ? (
        <Group justify="space-between">
          <Button variant="default" size="xs" disabled={isHeld || isAsking} onClick={onAsk}>
            {t(isAsking ? 'lost.asking' : 'lost.ask')}
          </Button>
          <Button variant="subtle" size="xs" disabled={isAsking} onClick={() => send({ type: 'user.close' })}>
            {t('word.cancel')}
          </Button>
        </Group>
      ) : (
        <Message kind="success">
          {resetAt !== null &&
            t(hasKey ? 'lost.notedKey' : 'lost.noted', { time: momentText(resetAt, language) ?? '' })}
        </Message>
      )}
    </Stack>
  );
}
