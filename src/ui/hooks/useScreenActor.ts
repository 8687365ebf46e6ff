import { useActorRef } from '@xstate/react';
import type { ActorOptions, ActorRefFrom, AnyStateMachine } from 'xstate';
import { useEmitted } from './useEmitted.ts';
import type { App } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';

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
