import { Button } from '@mantine/core';
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
import { hasComforts } from '../orderForm/useOrderForm.ts';
import classes from './Shortcuts.module.css';

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
      {hasComforts(useCapabilities()) && <AskAbove coin={pair.quote} />}
      <label className={classes.switch}>
        <input type="checkbox" checked={hasKeys} onChange={({ target }) => switchKeys(target.checked)} />
        {t('keys.switch')}
      </label>
      {isSignedIn && <Attention />}
      <p className={classes.promise}>{t('arrange.kept')}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('layout.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Options({ of }: { readonly of: Extract<ChoiceName, 'tradeLayout' | 'orderForms'> }) {
  const { t } = useTranslation('trade');
  const [chosen, choose] = useChoice(of);
  return (
    <fieldset className={classes.options}>
      <legend>{t(`arrange.${of}`)}</legend>
      {SCREEN_CHOICES[of].map((one) => (
        <label key={one} className={classes.switch}>
          <input type="radio" name={of} checked={one === chosen} onChange={() => choose(one)} />
          {t(`arrange.option.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The browser asks for its leave on the press. */
function Attention() {
  const { t } = useTranslation('trade');
  const [sounds, switchSounds] = usePreference('fillSound');
  const [notifies, switchNotices] = usePreference('hiddenNotices');
  const [isRefused, setRefused] = useState(false);
  const port = globalThis.window.Notification as typeof Notification | undefined;
  async function choose(isWanted: boolean): Promise<void> {
    const isAllowed = !isWanted || (await port?.requestPermission()) === 'granted';
    setRefused(!isAllowed);
    switchNotices(isWanted && isAllowed);
  }
  return (
    <>
      <label className={classes.switch}>
        <input type="checkbox" checked={sounds} onChange={({ target }) => switchSounds(target.checked)} />
        {t('attention.sound')}
      </label>
      {port && (
        <label className={classes.switch}>
          <input
            type="checkbox"
            checked={notifies && port.permission === 'granted'}
            onChange={({ target }) => void choose(target.checked)}
          />
          {t('attention.hidden')}
        </label>
      )}
      <p className={classes.unreadable} role="alert">
        {isRefused && t('attention.refused')}
      </p>
    </>
  );
}

function AskAbove({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('trade');
  const [askAbove, changeAskAbove] = useAskAbove(coin);
  const decimalComma = useDecimalComma();
  const isUnreadable = askAbove !== '' && !readTypedDecimal(askAbove, { decimalComma }).ok;
  return (
    <div>
      <label className={classes.amount}>
        {t('form.askAbove', { coin })}
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-invalid={isUnreadable}
          value={askAbove}
          onChange={(event) => changeAskAbove(event.currentTarget.value)}
        />
      </label>
      <p className={classes.unreadable} role="alert">
        {isUnreadable && t('form.askAboveInvalid')}
      </p>
    </div>
  );
}
