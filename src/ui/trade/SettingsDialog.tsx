import { useTranslation } from 'react-i18next';
import { SCREEN_CHOICES, type ChoiceName } from '../../domain/screenChoices.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import { useChoice } from '../kit/usePreference.ts';
import classes from './Shortcuts.module.css';

/** The screen behind it changes at once (TRADE-12, TRADE-13). */
export function LayoutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('trade');
  return (
    <Dialog title={t('arrange.title')} onClose={onClose}>
      <Options of="tradeLayout" />
      <Options of="orderForms" />
      <p className={classes.promise}>{t('arrange.kept')}</p>
      <DialogActions>
        <button type="button" onClick={onClose}>
          {t('layout.close')}
        </button>
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
