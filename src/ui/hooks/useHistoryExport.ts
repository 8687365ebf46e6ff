import { useSelector } from '@xstate/react';
import type { HistoryName } from '../../domain/history/types.ts';
import {
  selectFailure,
  selectRead,
  selectStage,
  type ExportWish,
} from '../../machines/historyExport/index.ts';
import { useApp } from './app.tsx';
import { useScreenActor } from './useScreenActor.ts';

/** The export of a history into a file. */
export function useHistoryExport(list: HistoryName) {
  const { logic } = useApp();
  const ref = useScreenActor(logic.historyExport, { input: { list } });
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
