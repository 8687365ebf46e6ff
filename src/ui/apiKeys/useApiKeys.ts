import { useSelector } from '@xstate/react';
import { provideApiKeys } from '../../machines/apiKeys/apiKeys.actors.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** Making, confirming and revoking keys for programs (APIKEY-11). */
export function useApiKeys() {
  const ref = useScreenActor(provideApiKeys, {});
  return {
    isBusy: useSelector(ref, isBusy),
    /** The new key, while its secret is shown. */
    made: useSelector(ref, ({ context }) => context.made),
    /** Which one the user may revoke. */
    asked: useSelector(ref, ({ context }) => context.asked),
    tried: useSelector(ref, ({ context }) => context.tried),
    failure: useSelector(ref, selectFailure),
    isLost: useSelector(ref, ({ context }) => context.isLost),
    send: ref.send,
  };
}

export type ApiKeyActs = ReturnType<typeof useApiKeys>;
