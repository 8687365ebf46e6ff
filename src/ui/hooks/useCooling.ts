import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { isCooling, type cooldownMachine } from '../../machines/shared/index.ts';

/** Whether the last refresh by hand was a moment ago. */
export const useCooling = (cooldown: ActorRefFrom<typeof cooldownMachine>): boolean =>
  useSelector(cooldown, isCooling);
