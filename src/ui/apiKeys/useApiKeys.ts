import { useSelector } from '@xstate/react';
import {
  isBusy,
  provideApiKeys,
  selectAsked,
  selectIsLost,
  selectMade,
  selectTried,
  type KeyProof,
  type KeyWish,
  type NamedKey,
} from '../../machines/apiKeys/index.ts';
import { selectFailure } from '../../machines/shared/index.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** Making, confirming and revoking keys for programs (APIKEY-11). */
export function useApiKeys() {
  const ref = useScreenActor(provideApiKeys, {});
  return {
    isBusy: useSelector(ref, isBusy),
    /** The new key, while its secret is shown. */
    made: useSelector(ref, selectMade),
    /** Which one the user may revoke. */
    asked: useSelector(ref, selectAsked),
    tried: useSelector(ref, selectTried),
    failure: useSelector(ref, selectFailure),
    isLost: useSelector(ref, selectIsLost),
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
