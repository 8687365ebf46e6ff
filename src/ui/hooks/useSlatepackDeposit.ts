import { useSelector } from '@xstate/react';
import type { DecimalText } from '../../domain/decimal.ts';
import type { Failure } from '../../domain/failure.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import {
  selectAnswer,
  selectMistake,
  selectSigned,
  slatepackDepositPhase,
  type SignedSlatepack,
  type SlatepackDepositPhase,
  provideSlatepackDeposit,
} from '../../machines/deposit/index.ts';
import { useScreenActor } from './useScreenActor.ts';
import { selectFailure } from '../../machines/shared/index.ts';

export interface SlatepackDeposit {
  readonly phase: SlatepackDepositPhase;
  readonly mistake: SlatepackFault | null;
  readonly failure: Failure | null;
  readonly signed: SignedSlatepack | null;
  /** What was signed last. */
  readonly answer: string | null;
  readonly submit: (privateText: string) => void;
  /** The text changed. */
  readonly edit: () => void;
  readonly startOver: () => void;
}

/** A GRIN deposit. @param minimum the least amount in GRIN, where the server tells one. */
export function useSlatepackDeposit(minimum: DecimalText | null): SlatepackDeposit {
  const ref = useScreenActor(provideSlatepackDeposit, { input: { minimum } });
  return {
    phase: useSelector(ref, slatepackDepositPhase),
    mistake: useSelector(ref, selectMistake),
    failure: useSelector(ref, selectFailure),
    signed: useSelector(ref, selectSigned),
    answer: useSelector(ref, selectAnswer),
    submit: (privateText) => ref.send({ type: 'user.submit', privateText }),
    edit: () => ref.send({ type: 'user.edit' }),
    startOver: () => ref.send({ type: 'user.startOver' }),
  };
}
