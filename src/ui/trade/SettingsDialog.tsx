import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pair } from '../../domain/market.ts';
import { SCREEN_CHOICES, type ChoiceName } from '../../domain/screenChoices.ts';
import { readTypedDecimal } from '../../domain/typedDecimal.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { useCapabilities } from '../kit/app.tsx';
import { useDecimalComma } from '../kit/useLanguage.ts';
import { useAskAbove, useChoice, usePreference } from '../kit/usePreference.ts';
import { useSession } from '../kit/useSession.ts';
import { useSatoshi } from '../kit/useSatoshi.ts';
import { hasComforts } from '../orderForm/useOrderForm.ts';

interface SettingsDialogProps {
  readonly pair: Pair;
  readonly onClose: () => void;
}

/** The preferences of the trading screen, which follows at once (TRADE-12, TRADE-13, TRADE-36, ORDER-17). */
export function SettingsDialog({ pair, onClose }: SettingsDialogProps) {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
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
      {isSignedIn && <Attention />}
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

/** Chrome on Android grants them, and has none for a page. */
function canShow(port: typeof Notification | undefined): boolean {
  try {
    if (port) new port('').close();
    return port !== undefined;
  } catch {
    return false;
  }
}

/** The browser asks for its leave on the press. */
function Attention() {
  const { t } = useTranslation('trade');
  const [sounds, switchSounds] = usePreference('fillSound');
  const [notifies, switchNotices] = usePreference('hiddenNotices');
  const { liveAccount, liveMarkets } = useCapabilities();
  const [isRefused, setRefused] = useState(false);
  const port = globalThis.window.Notification as typeof Notification | undefined;
  async function choose(isWanted: boolean): Promise<void> {
    const isAllowed = !isWanted || ((await port?.requestPermission()) === 'granted' && canShow(port));
    setRefused(!isAllowed);
    switchNotices(isWanted && isAllowed);
  }
  return (
    <>
      <Checkbox
        label={t('attention.sound')}
        checked={sounds}
        onChange={({ currentTarget }) => switchSounds(currentTarget.checked)}
      />
      {port && liveAccount && liveMarkets && (
        <Checkbox
          label={t('attention.hidden')}
          checked={notifies && port.permission === 'granted'}
          error={isRefused && <span role="alert">{t('attention.refused')}</span>}
          onChange={({ currentTarget }) => void choose(currentTarget.checked)}
        />
      )}
    </>
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
