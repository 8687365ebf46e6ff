import { useActorRef } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { ActorOptions, ActorRef, ActorRefFrom, AnyActorRef, AnyStateMachine } from 'xstate';
import type { App } from '../../machines/app/app.ts';
import { type Navigation, perApp, type Toast } from '../../machines/shared/common.ts';
import { useApp } from './app.tsx';
import { hasMissingPart } from './lazyPart.tsx';
import { comingFrom, usePageState, type PageState } from './pageState.ts';

const MAINTENANCE = '/maintenance';

type Emitted = Toast | Navigation | { readonly type: string };

interface Speaker {
  on(type: string, listener: (emitted: Emitted) => void): { unsubscribe(): void };
}

const isToast = (emitted: Emitted): emitted is Toast => emitted.type === 'toast';
const isNavigation = (emitted: Emitted): emitted is Navigation => emitted.type === 'navigate';

/** The router's location lags behind while a page loads. */
const here = (): string => globalThis.location.pathname + globalThis.location.search;

type EmittedOf<R> =
  R extends ActorRef<infer _Snapshot, infer _Event, infer E extends { readonly type: string }> ? E : never;

/** Calls the listener, always the newest, with each event of this type that an actor emits. */
export function useHeard<R extends AnyActorRef, T extends EmittedOf<R>['type']>(
  actor: R,
  type: T,
  listener: (emitted: Extract<EmittedOf<R>, { readonly type: T }>) => void,
): void {
  // The actor sends this type to it and no other.
  const hear = useEffectEvent((emitted: Emitted) => (listener as (emitted: Emitted) => void)(emitted));
  // What an actor emits reaches only those who listen.
  useEffect(() => {
    const subscription = (actor as Speaker).on(type, (emitted) => hear(emitted));
    return () => subscription.unsubscribe();
  }, [actor, type]);
}

/** Shows an actor's toasts and follows its navigation. */
export function useEmitted(actor: unknown): void {
  const { notices } = useApp();
  const navigate = useNavigate();
  const { from } = usePageState();
  // What an actor emits reaches only those who listen.
  useEffect(() => {
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
        // Going to the current page adds no history entry.
        else void navigate(emitted.to, { replace: emitted.replace ?? emitted.to === here(), state });
      }
    });
    return () => subscription.unsubscribe();
  }, [actor, from, navigate, notices]);
}

const machinesOf = perApp((_app: App) => new Map<unknown, unknown>());

/** A machine with what it does to the outside world, made once for each app. */
export function useProvided<M extends AnyStateMachine>(provide: (app: App) => M): M {
  const app = useApp();
  const machines = machinesOf(app);
  // Made by the same function, so of the same type.
  const machine = (machines.get(provide) as M | undefined) ?? provide(app);
  machines.set(provide, machine);
  return machine;
}

/** An actor for the component's life. StrictMode starts it twice: a start must send nothing that may not go twice. */
export function useScreenActor<M extends AnyStateMachine>(
  provide: (app: App) => M,
  options: ActorOptions<M>,
): ActorRefFrom<M> {
  const ref = useActorRef(useProvided(provide), options as never) as ActorRefFrom<M>;
  useEmitted(ref);
  return ref;
}
