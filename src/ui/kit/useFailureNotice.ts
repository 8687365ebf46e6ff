import { useEffect } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  failureNoticeMachine,
  type FailureNoticeInput,
} from '../../machines/shared/failureNotice.machine.ts';
import { useScreenActor } from './useScreenActor.ts';

interface Looked {
  readonly hasFailed: boolean;
  readonly isRunning?: boolean;
  /** A stream brings the same. */
  readonly isQuiet?: boolean;
  /** Its name in the message. */
  readonly tab?: string;
}

const provide = (): typeof failureNoticeMachine => failureNoticeMachine;

/** Tells once that a read fails (TRADE-06, WALLET-05). */
export function useFailureNotice(
  input: FailureNoticeInput,
  { hasFailed, isRunning = false, isQuiet = false, tab = '' }: Looked,
): ActorRefFrom<typeof failureNoticeMachine> {
  const ref = useScreenActor(provide, { input });
  // The machine hears of each end of a read.
  useEffect(() => {
    if (isRunning) return;
    ref.send(hasFailed ? { type: 'read.failed', isQuiet, values: { tab } } : { type: 'read.succeeded' });
  }, [hasFailed, isQuiet, isRunning, ref, tab]);
  return ref;
}
