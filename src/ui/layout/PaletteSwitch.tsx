import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePalette } from '../kit/usePreference.ts';
import icon from '../kit/IconButton.module.css';
import classes from './PaletteSwitch.module.css';

/** Switches the price colours between green and red, and blue and orange. */
export function PaletteSwitch() {
  const { t } = useTranslation();
  const { palette, choose } = usePalette();
  const isOn = palette === 'colorBlind';
  return (
    <UnstyledButton
      className={`${icon.icon} ${classes.switch}`}
      aria-pressed={isOn}
      title={t('shell.palette')}
      onClick={() => choose(isOn ? 'standard' : 'colorBlind')}
    >
      <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path className={classes.up} d="M7 19V8M3.5 11.5 7 8l3.5 3.5" />
        <path className={classes.down} d="M17 5v11m-3.5-3.5L17 16l3.5-3.5" />
      </svg>
      <span className={classes.name}>{t('shell.palette')}</span>
    </UnstyledButton>
  );
}
