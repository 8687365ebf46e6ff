import { fromCallback } from 'xstate';
import { historyRead, type RecordsEvent, type RecordsInput } from '../../machines/history/index.ts';
import { readStatus, type Resource, type Resources } from '../../machines/resource/index.ts';

export interface HistoryDependencies {
  readonly resources: Pick<Resources, 'of'>;
  /** Who is signed in: their records are kept apart. */
  readonly userId: () => string | null;
}

type ResourceSnapshot = ReturnType<Resource['ref']['getSnapshot']>;

/** Effects of the `history` machine. */
export function createHistoryWiring({ resources, userId }: HistoryDependencies) {
  return {
    actors: {
      records: fromCallback<{ readonly type: 'user.refresh' }, RecordsInput, RecordsEvent>(
        ({ input: { list, page, range }, receive, sendBack }) => {
          const { name, params } = historyRead(list, page, range);
          const { ref, watch } = resources.of(name, params, userId());
          let told = '';
          const tell = (snapshot: ResourceSnapshot): void => {
            const event = factOf(snapshot);
            const now = `${event.type} ${snapshot.context.updatedAt ?? ''} ${snapshot.context.failure?.code ?? ''}`;
            if (now === told) return;
            // Loading is what the machine begins with.
            const isFirst = told === '';
            told = now;
            if (!isFirst || event.type !== 'records.loading') sendBack(event);
          };
          const subscription = ref.subscribe(tell);
          const leave = watch();
          tell(ref.getSnapshot());
          receive(() => ref.send({ type: 'user.refresh' }));
          return () => {
            subscription.unsubscribe();
            leave();
          };
        },
      ),
    },
  };
}

/** What a reader is to know of the read. */
function factOf(snapshot: ResourceSnapshot): RecordsEvent {
  const status = readStatus(snapshot);
  const { data, leftOut, failure } = snapshot.context;
  // The reads of histories are lists. One that came with an unreadable record came as full as it was sent.
  const rows = ((data as readonly unknown[] | null)?.length ?? 0) + leftOut;
  if (status === 'idle' || status === 'loading') return { type: 'records.loading' };
  if (status === 'failed')
    return { type: 'records.missing', failure: failure ?? { code: 'internal', retryable: true } };
  if (status === 'refreshing') return { type: 'records.refreshing', rows };
  if (status === 'stale' && failure) return { type: 'records.outdated', rows, failure };
  return { type: 'records.arrived', rows };
}
