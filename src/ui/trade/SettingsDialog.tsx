import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../domain/market.ts';
import { SCREEN_CHOICES, type ChoiceName } from '../../domain/screenChoices.ts';
import { readTypedDecimal } from '../../domain/typedDecimal.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useAskAbove, useChoice, usePreference } from '../kit/usePreference.ts';
import { useSatoshi } from '../kit/useSatoshi.ts';
import { hasComforts } from '../orderForm/useOrderForm.ts';

interface SettingsDialogProps {
  readonly pair: Pair;
  readonly onClose: () => void;
}

/** The preferences of the trading screen, which follows at once (TRADE-12, TRADE-13, ORDER-17). */
export function SettingsDialog({ pair, onClose }: SettingsDialogProps) {
  const { t } = useTranslation('trade');
  const [hasKeys, switchKeys] = usePreference('keyShortcuts');
  return (
    <Dialog title={t('arrange.title')} onClose={onClose}>
      <Options of="tradeLayout" />
      <Options of="orderForms" />
      <InSatoshi pair={pair} />
      {hasComforts(useCapabilities()) && <AskAbove coin={pair.quote} />}
      <Checkbox
        label={t('keys.switch')}
        checked={hasKeys}
        onChange={({ currentTarget }) => switchKeys(currentTarget.checked)}
      />
      <Text size="sm" c="dimmed">
        {t('arrange.kept')}
      </Text>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('word.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Options({ of }: { readonly of: Extract<ChoiceName, 'tradeLayout' | 'orderForms'> }) {
  const { t } = useTranslation('trade');
  const [chosen, choose] = useChoice(of);
  return (
    <Radio.Group visibleFrom="sm" name={of} label={t(`arrange.${of}`)} value={chosen}>
      <Stack gap="xs">
        {SCREEN_CHOICES[of].map((one) => (
          <Radio key={one} value={one} label={t(`arrange.option.${one}`)} onChange={() => choose(one)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** Only for pairs that are quoted in bitcoin (FORMAT-11). */
function InSatoshi({ pair }: Pick<SettingsDialogProps, 'pair'>) {
  const { t } = useTranslation('trade');
  const { isOffered, isOn, toggle } = useSatoshi(pair.symbol);
  return (
    isOffered && (
      <Checkbox
        label={t('arrange.satoshi', { pair: `${pair.base}/${pair.quote}` })}
        checked={isOn}
        onChange={toggle}
      />
    )
  );
}

function AskAbove({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('trade');
  const [askAbove, changeAskAbove] = useAskAbove(coin);
  const decimalComma = useDecimalComma();
  const isUnreadable = askAbove !== '' && !readTypedDecimal(askAbove, { decimalComma }).ok;
  return (
    <TextInput
      label={t('form.askAbove', { coin })}
      inputMode="decimal"
      autoComplete="off"
      value={askAbove}
      error={isUnreadable && t('form.askAboveInvalid')}
      errorProps={{ role: 'alert' }}
      onChange={(event) => changeAskAbove(event.currentTarget.value)}
    />
  );
}
