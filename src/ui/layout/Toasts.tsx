import '@mantine/notifications/styles.css';
import {
  createNotificationsStore,
  Notifications,
  notifications,
  type NotificationData,
  type NotificationsStore,
} from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptToast } from '../../machines/app/notices.machine.ts';
import { useServerText } from '../kit/useFailureText.ts';
import { useToasts } from './useToasts.ts';
import classes from './Toasts.module.css';

/** Milliseconds that a message stays (NAV-05). */
const STAYS = { error: 5000, success: 2000, info: 5000 } as const;
/** Mantine keeps a message under a resting pointer; this limits how long. */
const MAX_REST = 5000;
const COLOURS = { error: 'down', success: 'up', info: 'info' } as const;

/** The notices machine owns the messages; Mantine shows them. */
export default function Toasts() {
  const { t } = useTranslation();
  // More would cover controls; the others wait.
  const mostVisible = window.matchMedia('(min-width: 1024px)').matches ? 2 : 1;
  // Only of this page, as the messages are.
  const [store] = useState(createNotificationsStore);
  useShown(store, mostVisible);
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

/** Each message keeps its place until it closes, so that one that comes or goes moves no other (TRADE-20). */
function useShown(store: NotificationsStore, places: number): void {
  const { t } = useTranslation();
  const serverText = useServerText();
  const { toasts, close } = useToasts();
  const shown = useRef(new Map<number, { readonly times: number; readonly place: number }>());
  // Mantine has a store of its own for what it shows.
  useEffect(() => {
    const dataOf = (
      { id, kind, key, values, times, ...said }: KeptToast,
      place: number,
    ): NotificationData & { id: string } => ({
      id: String(id),
      'data-place': place,
      role: kind === 'error' ? 'alert' : 'status',
      color: COLOURS[kind],
      autoClose: STAYS[kind],
      closeButtonProps: { 'aria-label': t('shell.dismiss') },
      // Toast keys come from machines, which do not know the namespaces of screens.
      message: (
        <>
          {serverText(said) ?? (t as (key: string, values?: object) => string)(key, values)}
          {times > 1 && <span className={classes.times}>{t('toast.times', { count: times })}</span>}
        </>
      ),
      onMouseEnter: () => void setTimeout(() => close(id), MAX_REST),
      onClose: () => close(id),
    });
    const kept = new Set(toasts.map(({ id }) => id));
    for (const id of shown.current.keys()) {
      if (kept.has(id)) continue;
      notifications.hide(String(id), store);
      shown.current.delete(id);
    }
    for (const toast of toasts) {
      const last = shown.current.get(toast.id);
      const taken = new Set([...shown.current.values()].map(({ place }) => place));
      const free = Array.from({ length: places }, (_, at) => at).find((at) => !taken.has(at));
      const place = last?.place ?? free;
      if (place === undefined) continue;
      if (last === undefined) notifications.show(dataOf(toast, place), store);
      else if (last.times !== toast.times) notifications.update(dataOf(toast, place), store);
      shown.current.set(toast.id, { times: toast.times, place });
    }
  }, [store, toasts, places, t, serverText, close]);
}
