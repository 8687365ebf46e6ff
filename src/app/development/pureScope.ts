import { createEmptyActor } from 'xstate';
import type { Transition } from './transitions.ts';

/** What xstate hands an action to: its type and what it was given. */
export type ActionHeard = (action: { readonly type: string; readonly params: unknown }) => void;

/**
 * What xstate needs to take a step of a machine by itself: nothing is started, sent or told. Its type is internal to the
 * library and cannot be built outside of it.
 * @param took is told which transitions a microstep took.
 */
export function pureScope(
  took: (transitions: readonly Transition[]) => void,
  act: ActionHeard = () => undefined,
): never {
  const self = createEmptyActor();
  self.system.inspect((fact) => {
    if (fact.type === '@xstate.microstep') took(fact._transitions);
  });
  const ignore = (): void => undefined;
  return {
    self,
    id: '',
    sessionId: '',
    logger: ignore,
    system: self.system,
    defer: ignore,
    stopChild: ignore,
    emit: ignore,
    actionExecutor: act,
  } as never;
}
