import '@mantine/notifications/styles.css';
import {
  createNotificationsStore,
  Notifications,
  notifications,
  type NotificationData,
} from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptToast } from '../../machines/app/index.ts';
import { useToasts } from './useApplication.ts';
import classes from './Toasts.module.css';

/** Milliseconds that a message stays (NAV-05). */
const STAYS = { error: 5000, success: 2000, info: 5000 } as const;
/** Mantine keeps a message under a resting pointer; this limits how long. */
const MOST_REST = 5000;
const COLOURS = { error: 'down', success: 'up', info: 'info' } as const;

const store = createNotificationsStore();

/** The notices machine owns the messages; Mantine shows them. */
export default function Toasts() {
  const { t } = useTranslation('common');
  useShown();
  // More would cover controls; the others wait.
  const mostVisible = window.matchMedia('(min-width: 1024px)').matches ? 2 : 1;
  return (
    <section aria-label={t('shell.notifications')}>
      <Notifications
        store={store}
        limit={mostVisible}
        position="top-center"
        withinPortal={false}
        classNames={{ root: classes.toasts ?? '', notification: classes.toast ?? '' }}
      />
    </section>
  );
}

function useShown(): void {
  const { t } = useTranslation('common');
  const { toasts, close } = useToasts();
  const shown = useRef(new Map<number, number>());
  useEffect(() => {
    const dataOf = ({
      id,
      kind,
      key,
      values,
      text,
      times,
    }: KeptToast): NotificationData & { id: string } => ({
      id: String(id),
      role: kind === 'error' ? 'alert' : 'status',
      color: COLOURS[kind],
      autoClose: STAYS[kind],
      closeButtonProps: { 'aria-label': t('shell.dismiss') },
      // Toast keys come from machines, which do not know the namespaces of screens.
      message: (
        <>
          {text ?? (t as (key: string, values?: object) => string)(key, values)}
          {times > 1 && <span className={classes.times}>{t('toast.times', { count: times })}</span>}
        </>
      ),
      onMouseEnter: () => void setTimeout(() => close(id), MOST_REST),
      onClose: () => close(id),
    });
    const kept = new Set(toasts.map(({ id }) => id));
    for (const toast of toasts) {
      const times = shown.current.get(toast.id);
      if (times === undefined) notifications.show(dataOf(toast), store);
      else if (times !== toast.times) notifications.update(dataOf(toast), store);
      shown.current.set(toast.id, toast.times);
    }
    for (const id of shown.current.keys()) {
      if (kept.has(id)) continue;
      notifications.hide(String(id), store);
      shown.current.delete(id);
    }
  }, [toasts, t, close]);
}
