import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { decimal, isPositive } from '../../domain/decimal.ts';
import { stepAmount, type WithdrawalFacts } from '../../machines/withdrawal/withdrawal.rules.ts';
import { ignoreHeldEnter } from '../kit/heldEnter.ts';
import { useDecimalComma } from '../kit/useLanguage.ts';
import classes from './Withdraw.module.css';

interface Props {
  readonly facts: WithdrawalFacts | null;
  readonly value: string;
  readonly error: string | null;
  /** In the place of the minimum, so that nothing moves when it goes. */
  readonly note: string | null;
  readonly onChange: (amount: string) => void;
  /** All that can be withdrawn is wanted. */
  readonly onMax: () => void;
}

/** The amount, with minus, plus and Max after it, so that it lines up with the fields above (WITHDRAW-02). */
export function AmountField({ facts, value, error, note, onChange, onMax }: Props) {
  const { t } = useTranslation('withdraw');
  const decimalComma = useDecimalComma();
  const coin = facts?.coin ?? null;
  const minimum = coin?.minWithdrawalAmount ?? '0';

  const step = (direction: 'up' | 'down') => (): void =>
    onChange(stepAmount(value, direction, { decimalComma }));
  return (
    <div className={classes.amount}>
      <TextInput
        label={t('form.amount')}
        description={
          note !== null ? (
            <span role="status">{note}</span>
          ) : isPositive(decimal(minimum)) ? (
            t('form.minimum', { amount: minimum, coin: coin?.ticker ?? '' })
          ) : (
            t('form.noMinimum')
          )
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        rightSection={coin?.ticker}
        rightSectionWidth={56}
        rightSectionPointerEvents="none"
        rightSectionProps={{ translate: 'no' }}
        value={value}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        onKeyDown={ignoreHeldEnter}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Button
        variant="default"
        aria-label={t('form.decrease')}
        className={classes.nudge ?? ''}
        onClick={step('down')}
      >
        −
      </Button>
      <Button
        variant="default"
        aria-label={t('form.increase')}
        className={classes.nudge ?? ''}
        onClick={step('up')}
      >
        +
      </Button>
      <Button variant="default" className={classes.nudge ?? ''} onClick={onMax}>
        {t('form.max')}
      </Button>
    </div>
  );
}
