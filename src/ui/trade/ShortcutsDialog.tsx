import { Button, Checkbox, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePreference } from '../kit/usePreference.ts';
import { Dialog, DialogActions } from '../kit/Dialog.tsx';
import classes from './Shortcuts.module.css';

const KEYS = [
  { caps: '/', does: 'search' },
  { caps: 'B', does: 'buy' },
  { caps: 'S', does: 'sell' },
  { caps: '↑ ↓', does: 'walk' },
  { caps: 'P', does: 'prices' },
  { caps: 'C', does: 'cancelNewest' },
  { caps: 'X', does: 'cancelAll' },
  { caps: 'Esc', does: 'leave' },
  { caps: '?', does: 'list' },
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('trade');
  const [isOn, switchOn] = usePreference('keyShortcuts');
  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl className={classes.keys}>
        {KEYS.map(({ caps, does }) => (
          <div key={does}>
            <dt>
              <kbd>{caps}</kbd>
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {t('keys.promise')}
      </Text>
      <Checkbox
        label={t('keys.switch')}
        checked={isOn}
        onChange={({ currentTarget }) => switchOn(currentTarget.checked)}
      />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('word.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
