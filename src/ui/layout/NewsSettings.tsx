import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapabilities } from '../kit/app.tsx';
import { usePreference } from '../kit/usePreference.ts';
import classes from './News.module.css';

const SOUNDS = ['fill', 'alert', 'transfer', 'reply'] as const;

/** Chrome on Android grants them, and has none for a page. */
function canShow(port: typeof Notification | undefined): boolean {
  try {
    if (port) new port('').close();
    return port !== undefined;
  } catch {
    return false;
  }
}

/** What is heard, and what the browser shows while the page is hidden (NOTICE-04). It asks for its leave on the press. */
export function NewsSettings() {
  const { t } = useTranslation();
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
    <details className={classes.settings}>
      <summary>{t('news.settings')}</summary>
      <Checkbox.Group label={t('news.sounds')}>
        <Stack gap="xs">
          {SOUNDS.map((occasion) => (
            <SoundSwitch key={occasion} occasion={occasion} />
          ))}
        </Stack>
      </Checkbox.Group>
      {port && liveAccount && liveMarkets && (
        <Checkbox
          mt="sm"
          label={t('news.hidden')}
          checked={notifies && port.permission === 'granted'}
          error={isRefused && <span role="alert">{t('news.refused')}</span>}
          onChange={({ currentTarget }) => void choose(currentTarget.checked)}
        />
      )}
    </details>
  );
}

function SoundSwitch({ occasion }: { readonly occasion: (typeof SOUNDS)[number] }) {
  const { t } = useTranslation();
  const [isOn, change] = usePreference(`${occasion}Sound`);
  return (
    <Checkbox
      label={t(`news.sound.${occasion}`)}
      checked={isOn}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  );
}
