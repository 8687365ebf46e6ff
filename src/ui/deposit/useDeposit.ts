import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { Coin } from '../../domain/coin.ts';
import type { DecimalText } from '../../domain/decimal.ts';
import type { DepositAddress, DepositProgress } from '../../domain/deposit.ts';
import type { Failure } from '../../domain/failure.ts';
import type { SlatepackFault } from '../../domain/slatepack/faults.ts';
import {
  depositView,
  type DepositProblem,
  type DepositView,
  type UnmadeAddress,
} from '../../machines/deposit/deposit.machine.ts';
import { depositsOf, provideSlatepackDeposit } from '../../machines/deposit/deposit.actors.ts';
import {
  isResumed,
  selectOpenDeposit,
  slatepackDepositPhase,
  type SignedSlatepack,
  type SlatepackDepositPhase,
} from '../../machines/deposit/slatepackDeposit.machine.ts';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { markEntry } from '../history/resume.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useEmitted, useScreenActor } from '../kit/useScreenActor.ts';

export interface Deposit {
  readonly view: DepositView;
  /** Null until the status checks have passed. */
  readonly coin: Coin | null;
  readonly address: DepositAddress | null;
  readonly problem: DepositProblem | null;
  readonly reload: () => void;
  readonly retry: () => void;
  /** Null where the server makes no further addresses (PRIVACY-01). */
  readonly fresh: FreshAddresses | null;
}

export interface FreshAddresses {
  readonly isMaking: boolean;
  /** The answer was lost, and the addresses are being read. */
  readonly isFinding: boolean;
  readonly unmade: UnmadeAddress | null;
  readonly make: () => void;
}

/** One visit of a deposit page: asks for the address once, however often it renders. */
export function useDeposit(symbol: string): Deposit {
  const app = useApp();
  const { session } = app;
  const deposits = depositsOf(app);
  const { ref, watch } = deposits.of(symbol, useSelector(session, selectUserId));
  // Before the visit starts, because it may navigate at once.
  useEmitted(ref);
  useEffect(() => watch(), [watch]);
  const fresh: FreshAddresses = {
    isMaking: useSelector(ref, (snapshot) => snapshot.matches({ showing: 'making' })),
    isFinding: useSelector(ref, (snapshot) => snapshot.matches({ showing: { making: 'looking' } })),
    unmade: useSelector(ref, ({ context }) => context.unmade),
    make: () => ref.send({ type: 'user.freshAddress' }),
  };
  const { freshAddress } = useCapabilities();
  return {
    view: useSelector(ref, depositView),
    coin: useSelector(ref, ({ context }) => context.coin),
    address: useSelector(ref, ({ context }) => context.address),
    problem: useSelector(ref, ({ context }) => context.problem),
    reload: () => ref.send({ type: 'user.reload' }),
    retry: () => ref.send({ type: 'user.retry' }),
    fresh: freshAddress ? fresh : null,
  };
}

export interface SlatepackDeposit {
  readonly phase: SlatepackDepositPhase;
  readonly mistake: SlatepackFault | null;
  readonly failure: Failure | null;
  readonly signed: SignedSlatepack | null;
  readonly answer: string | null;
  /** It was started before the page was opened. */
  readonly isResumed: boolean;
  /** Its status, once it no longer waits for the user's wallet. */
  readonly progress: DepositProgress | null;
  readonly submit: (privateText: string) => void;
  readonly edit: () => void;
  readonly startOver: () => void;
  readonly retry: () => void;
}

/**
 * A GRIN deposit.
 * @param minimum the smallest amount in GRIN; null where the server names none.
 * @param resumed the id of the deposit to resume; null for a new one.
 */
export function useSlatepackDeposit(minimum: DecimalText | null, resumed: string | null): SlatepackDeposit {
  const ref = useScreenActor(provideSlatepackDeposit, { input: { minimum, resumed } });
  const open = useSelector(ref, selectOpenDeposit);
  // A reload continues with it.
  useEffect(() => markEntry(open === null ? null : { resume: open }), [open]);
  return {
    phase: useSelector(ref, slatepackDepositPhase),
    mistake: useSelector(ref, ({ context }) => context.mistake),
    failure: useSelector(ref, selectFailure),
    signed: useSelector(ref, ({ context }) => context.signed),
    answer: useSelector(ref, ({ context }) => context.answer),
    isResumed: useSelector(ref, isResumed),
    progress: useSelector(ref, ({ context }) => context.progress),
    submit: (privateText) => ref.send({ type: 'user.submit', privateText }),
    edit: () => ref.send({ type: 'user.edit' }),
    startOver: () => ref.send({ type: 'user.startOver' }),
    retry: () => ref.send({ type: 'user.retry' }),
  };
}
