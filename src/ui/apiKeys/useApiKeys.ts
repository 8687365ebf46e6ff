import { useSelector } from '@xstate/react';
import { type KeyProof, type KeyWish, type NamedKey } from '../../machines/apiKeys/apiKeys.machine.ts';
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
    create: (wish: KeyWish) => ref.send({ type: 'user.create', wish }),
    edit: () => ref.send({ type: 'user.edit' }),
    approve: (proof: KeyProof) => ref.send({ type: 'user.approve', proof }),
    ask: (key: NamedKey) => ref.send({ type: 'user.ask', key }),
    confirm: () => ref.send({ type: 'user.confirm' }),
    cancel: () => ref.send({ type: 'user.cancel' }),
    kept: () => ref.send({ type: 'user.kept' }),
  };
}

export type ApiKeyActs = ReturnType<typeof useApiKeys>;
