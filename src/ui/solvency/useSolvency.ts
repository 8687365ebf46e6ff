import { useSelector } from '@xstate/react';
import { selectFailure } from '../../machines/shared/index.ts';
import {
  provideSolvency,
  selectChecked,
  selectStage,
  selectStatements,
} from '../../machines/solvency/index.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** The proof of solvency for one account, or for a visitor (null). */
export function useSolvency(account: string | null) {
  const ref = useScreenActor(provideSolvency, { input: { account } });
  return {
    stage: useSelector(ref, selectStage),
    /** Newest first. */
    statements: useSelector(ref, selectStatements),
    checked: useSelector(ref, selectChecked),
    failure: useSelector(ref, selectFailure),
    retry: () => ref.send({ type: 'user.retry' }),
    check: (number: number) => ref.send({ type: 'user.check', number }),
    save: () => ref.send({ type: 'user.save' }),
  };
}

export type Solvency = ReturnType<typeof useSolvency>;
