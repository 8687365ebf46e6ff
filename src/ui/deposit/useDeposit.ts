import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { DecimalText } from '../../domain/decimal.ts';
import { depositView } from '../../machines/deposit/deposit.machine.ts';
import { depositsOf, provideSlatepackDeposit } from '../../machines/deposit/deposit.actors.ts';
import {
  isResumed,
  selectOpenDeposit,
  slatepackDepositPhase,
} from '../../machines/deposit/slatepackDeposit.machine.ts';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { markEntry } from '../history/resume.tsx';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useEmitted, useScreenActor } from '../kit/useScreenActor.ts';

/** One visit of a deposit page: asks for the address once, however often it renders. */
export function useDeposit(symbol: string) {
  const app = useApp();
  const { session } = app;
  const deposits = depositsOf(app);
  const { ref, watch } = deposits.of(symbol, useSelector(session, selectUserId));
  // Before the visit starts, because it may navigate at once.
  useEmitted(ref);
  useEffect(() => watch(), [watch]);
  const fresh = {
    isMaking: useSelector(ref, (snapshot) => snapshot.matches({ showing: 'making' })),
    /** The answer was lost, and the addresses are being read. */
    isFinding: useSelector(ref, (snapshot) => snapshot.matches({ showing: { making: 'looking' } })),
    unmade: useSelector(ref, ({ context }) => context.unmade),
  };
  const { freshAddress } = useCapabilities();
  return {
    view: useSelector(ref, depositView),
    /** Null until the status checks have passed. */
    coin: useSelector(ref, ({ context }) => context.coin),
    address: useSelector(ref, ({ context }) => context.address),
    problem: useSelector(ref, ({ context }) => context.problem),
    /** Null where the server makes no further addresses (PRIVACY-01). */
    fresh: freshAddress ? fresh : null,
    send: ref.send,
  };
}

export type Deposit = ReturnType<typeof useDeposit>;

/**
 * A GRIN deposit.
 * @param minimum the smallest amount in GRIN; null where the server names none.
 * @param resumed the id of the deposit to resume; null for a new one.
 */
export function useSlatepackDeposit(minimum: DecimalText | null, resumed: string | null) {
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
    /** It was started before the page was opened. */
    isResumed: useSelector(ref, isResumed),
    /** Its status, once it no longer waits for the user's wallet. */
    progress: useSelector(ref, ({ context }) => context.progress),
    send: ref.send,
  };
}

export type SlatepackDeposit = ReturnType<typeof useSlatepackDeposit>;
