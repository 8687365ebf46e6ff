import { createEmptyActor } from 'xstate';
import type { Transition } from './transitions.ts';

export type ActionHeard = (action: { readonly type: string; readonly params: unknown }) => void;

/** Lets XState take a step without effects. @param took called with the transitions of a microstep. */
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
