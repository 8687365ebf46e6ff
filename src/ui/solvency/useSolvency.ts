import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { keptStatements } from '../../domain/solvency/statement.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { provideSolvency } from '../../machines/solvency/solvency.actors.ts';
import { selectStage } from '../../machines/solvency/solvency.machine.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** The proof of solvency for one account, or for a visitor (null). */
export function useSolvency(account: string | null) {
  const ref = useScreenActor(provideSolvency, { input: { account } });
  const statements = useSelector(ref, ({ context }) => context.statements);
  /** Those that can be checked. */
  const kept = keptStatements(statements);
  const [chosen, choose] = useState<string | null>(null);
  const tree = chosen ?? String(kept[0]?.number ?? '');
  return {
    stage: useSelector(ref, selectStage),
    /** Newest first. */
    statements,
    kept,
    /** The number of the tree to check, by default the newest. */
    tree,
    choose,
    checked: useSelector(ref, ({ context }) => context.checked),
    failure: useSelector(ref, selectFailure),
    send: ref.send,
  };
}

export type Solvency = ReturnType<typeof useSolvency>;
