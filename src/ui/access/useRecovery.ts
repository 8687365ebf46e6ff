import { useSelector } from '@xstate/react';
import { provideLostFactor, provideRecovery } from '../../machines/access/access.actors.ts';
import {
  asksForCode,
  isRecoveryFactorMissing,
  type Recovery,
} from '../../machines/access/recovery.machine.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';
import { useLostFactor } from './useLogin.ts';

export function useRecovery() {
  const ref = useScreenActor(provideRecovery, {});
  const lost = useScreenActor(provideLostFactor, {});
  return {
    isRecovered: useSelector(ref, (snapshot) => snapshot.matches('recovered')),
    isSubmitting: useSelector(ref, (snapshot) => snapshot.matches('submitting')),
    isWorking: useSelector(ref, (snapshot) => snapshot.matches('working')),
    refusal: useSelector(ref, ({ context }) => context.refusal),
    asksForCode: useSelector(ref, asksForCode),
    lostFactor: { isOffered: useSelector(ref, isRecoveryFactorMissing), ...useLostFactor(lost) },
    submit: (recovery: Recovery) => {
      lost.send({ type: 'user.close' });
      ref.send({ type: 'user.submit', recovery });
    },
    send: ref.send,
  };
}
