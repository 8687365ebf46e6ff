import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorOptions, ActorRefFrom, AnyStateMachine } from 'xstate';
import type { App } from '../../machines/app/index.ts';
import type { Navigation, Toast } from '../../machines/shared/index.ts';
import { useApp } from './app.tsx';
import { hasMissingPart } from './lazyPart.tsx';
import { comingFrom, usePageState, type PageState } from './pageState.ts';

const MAINTENANCE = '/maintenance';

type Heard = Toast | Navigation | { readonly type: string };

interface Speaker {
  on(type: '*', hear: (emitted: Heard) => void): { unsubscribe(): void };
}

const isToast = (emitted: Heard): emitted is Toast => emitted.type === 'toast';
const isNavigation = (emitted: Heard): emitted is Navigation => emitted.type === 'navigate';

/** The address bar; the router's own place lags behind while a page is being loaded. */
const here = (): string => globalThis.location.pathname + globalThis.location.search;

/** Does what an actor says to the shell: shows its toasts, goes where it wants to go. */
export function useEmitted(actor: unknown): void {
  const { notices } = useApp();
  const navigate = useNavigate();
  const { from } = usePageState();
  useEffect(() => {
    // Every actor has `on`; machines that emit nothing of this are simply never heard.
    const subscription = (actor as Speaker).on('*', (emitted) => {
      if (isToast(emitted)) {
        const { type: _type, ...toast } = emitted;
        notices.send({ type: 'toast.said', toast });
      }
      if (isNavigation(emitted)) {
        const state: PageState = {
          ...(emitted.remembersWay ? comingFrom(here()) : {}),
          ...(emitted.passesWay && from !== undefined ? { from } : {}),
          ...(emitted.notice === undefined ? {} : { notice: emitted.notice }),
        };
        if (hasMissingPart() && emitted.to !== MAINTENANCE) globalThis.location.assign(emitted.to);
        // The page that is shown already is no further step to go back from.
        else void navigate(emitted.to, { replace: emitted.replace ?? emitted.to === here(), state });
      }
    });
    return () => subscription.unsubscribe();
  }, [actor, from, navigate, notices]);
}

/**
 * Starts an actor that lives and dies with the component, and does what it says to the shell (toasts, navigation).
 * Under StrictMode it is started, stopped and started again: machines send nothing by themselves when they begin that
 * must not be sent twice.
 */
export function useScreenActor<M extends AnyStateMachine>(
  provide: (app: App) => M,
  options: ActorOptions<M>,
): ActorRefFrom<M> {
  const ref = useActorRef(provide(useApp()), options as never) as ActorRefFrom<M>;
  useEmitted(ref);
  return ref;
}
