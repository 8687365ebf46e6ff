import { useSelector } from '@xstate/react';
import type { HistoryName } from '../../domain/history/types.ts';
import {
  selectRead,
  selectStage,
  type ExportWish,
  provideHistoryExport,
} from '../../machines/history/index.ts';
import { useScreenActor } from './useScreenActor.ts';
import { selectFailure } from '../../machines/shared/index.ts';

/** The export of a history into a file. */
export function useHistoryExport(list: HistoryName) {
  const ref = useScreenActor(provideHistoryExport, { input: { list } });
  return {
    stage: useSelector(ref, selectStage),
    /** Records that were read so far. */
    read: useSelector(ref, selectRead),
    failure: useSelector(ref, selectFailure),
    begin: (wish: ExportWish) => ref.send({ type: 'user.export', ...wish }),
    cancel: () => ref.send({ type: 'user.cancel' }),
    retry: () => ref.send({ type: 'user.retry' }),
  };
}
