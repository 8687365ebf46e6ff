import { fromCallback, fromPromise } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import { rulesOf } from '../../domain/history/rules.ts';
import type { HistoryName, HistoryRange, HistoryRow } from '../../domain/history/types.ts';
import { OPEN_STATES } from '../../domain/order.ts';
import { succeeded, valueOrThrow } from '../../domain/result.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import { createWrite } from '../write/write.machine.ts';
import { heldWithdrawalMachine } from './heldWithdrawal.machine.ts';
import { csvText, exportName, exportText, type CsvForm } from './csv.rules.ts';
import { dateText } from '../../domain/dates.ts';
import type { Clock } from '../../services/clock.ts';
import { type Files, createFiles } from '../../services/files.ts';
import {
  type ExportFileInput,
  type ExportPageInput,
  type HistoryExportContext,
  historyExportMachine,
} from './historyExport.machine.ts';
import { readHistoryPage } from '../../services/historyPages.ts';
import type { Http } from '../../services/http/port.ts';
import type { ParamsOf } from '../resource/resource.reads.ts';
import { readStatus } from '../resource/resource.machine.ts';
import type { Resource, Resources } from '../resource/resource.actors.ts';
import { userIdOf, type App } from '../app/app.ts';
import { followReads } from '../shared/common.ts';
import { historyMachine, type RecordsEvent, type RecordsInput } from './history.machine.ts';

type HistoryReadName = 'executions' | 'deposits' | 'withdrawals' | 'orders' | 'historyRange';

export type HistoryRead = {
  [N in HistoryReadName]: { readonly name: N; readonly params: ParamsOf<N> };
}[HistoryReadName];

/** HISTORY-24. @param page from 1; a range is one read, whatever the page. */
export function historyRead(list: HistoryName, page: number, range: HistoryRange | null): HistoryRead {
  if (range !== null) return { name: 'historyRange', params: { list, ...range } };
  const limit = rulesOf(list).size;
  const skip = (page - 1) * limit;
  if (list === 'trades') return { name: 'executions', params: { skip, limit } };
  if (list === 'orderHistory') return { name: 'orders', params: { skip, limit } };
  if (list === 'orders') return { name: 'orders', params: { state: OPEN_STATES, skip, limit } };
  return { name: list, params: { limit, offset: skip } };
}

export interface HistoryDependencies {
  readonly resources: Pick<Resources, 'of'>;
  readonly userId: () => string | null;
}

type ResourceSnapshot = ReturnType<Resource['ref']['getSnapshot']>;

export function historyImplementations({ resources, userId }: HistoryDependencies) {
  return {
    actors: {
      records: fromCallback<{ readonly type: 'user.refresh' }, RecordsInput, RecordsEvent>(
        ({ input: { list, page, range }, receive, sendBack }) => {
          const { name, params } = historyRead(list, page, range);
          const read = resources.of(name, params, userId());
          let sent = '';
          receive(() => read.ref.send({ type: 'user.refresh' }));
          return followReads([read], () => {
            const snapshot = read.ref.getSnapshot();
            const event = factOf(snapshot);
            const now = `${event.type} ${snapshot.context.updatedAt ?? ''} ${snapshot.context.failure?.code ?? ''}`;
            if (now === sent) return;
            const isFirst = sent === '';
            sent = now;
            if (!isFirst || event.type !== 'records.loading') sendBack(event);
          });
        },
      ),
    },
  };
}

function factOf(snapshot: ResourceSnapshot): RecordsEvent {
  const status = readStatus(snapshot);
  const { data, leftOut, failure } = snapshot.context;
  // These reads give lists. Unreadable records count, because they took up a place of the page.
  const rows = ((data as readonly unknown[] | null)?.length ?? 0) + leftOut;
  if (status === 'idle' || status === 'loading') return { type: 'records.loading' };
  if (status === 'failed')
    return { type: 'records.missing', failure: failure ?? { code: 'internal', retryable: true } };
  if (status === 'refreshing') return { type: 'records.refreshing', rows };
  if (status === 'stale' && failure) return { type: 'records.outdated', rows, failure };
  return { type: 'records.arrived', rows };
}

export interface HistoryExportDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly files: Files;
  readonly clock: Pick<Clock, 'now'>;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** An IANA name. */
  readonly zone: () => string;
}

export function historyExportImplementations({
  http,
  files,
  clock,
  random,
  zone,
}: HistoryExportDependencies) {
  return {
    actors: {
      readPage: fromPromise<readonly HistoryRow[], ExportPageInput>(
        async ({ input: { list, skip, pair }, signal }) =>
          valueOrThrow(await readHistoryPage(http, list, skip, pair, { signal })),
      ),
      saveFile: fromPromise<void, ExportFileInput>(async ({ input }) => {
        const { list, range, selection, headings, form, rows } = input;
        const text = exportText(list, rows, headings, zone(), form);
        await files.save(exportName(list, selection, range, clock.now()), 'text/csv;charset=utf-8', text);
      }),
    },
    delays: {
      retryPause: ({ context }: { context: HistoryExportContext }) =>
        retryDelay(context.attempt, random(), context.failure?.retryAfter),
    },
  };
}

export const provideHistory = (app: App) =>
  historyMachine.provide(historyImplementations({ resources: app.resources, userId: () => userIdOf(app) }));

export const provideHistoryExport = ({ services }: App) =>
  historyExportMachine.provide(
    historyExportImplementations({
      ...services,
      files: createFiles(globalThis.window),
      zone: () => new Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
  );

/** The table of results as a file, every figure exact (RESULT-04). A toast says whether there is one. */
export async function saveResults(
  { services: { clock }, notices }: App,
  headings: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  form: CsvForm,
): Promise<void> {
  const text = csvText(headings, rows, form);
  const files = createFiles(globalThis.window);
  try {
    await files.save(`results_${dateText(clock.now()) ?? ''}.csv`, 'text/csv;charset=utf-8', text);
    notices.send({ type: 'toast.said', toast: { kind: 'success', key: 'history:toast.resultsSaved' } });
  } catch {
    notices.send({ type: 'toast.said', toast: { kind: 'error', key: 'history:toast.exportFailed' } });
  }
}

export interface HeldWithdrawalDependencies {
  readonly http: Pick<Http, 'send'>;
  /** Balances and the history of withdrawals are out of date. */
  readonly refreshOwnReads: () => void;
}

/** Effects of the `heldWithdrawal` machine. */
export function heldWithdrawalImplementations({ http, refreshOwnReads }: HeldWithdrawalDependencies) {
  return {
    actors: {
      cancel: createWrite<string>({
        send: (id) => http.send(walletCalls.cancelWithdrawal, { params: { id } }),
        look: async (id, signal) => {
          const answer = await http.send(walletCalls.withdrawalStatus, { params: { id } }, { signal });
          return answer.ok ? succeeded(answer.value.status === 'cancelled' || null) : answer;
        },
      }),
    },
    actions: { refreshOwnReads },
  };
}

export const provideHeldWithdrawal = ({ services: { http }, resources }: App) =>
  heldWithdrawalMachine.provide(
    heldWithdrawalImplementations({
      http,
      refreshOwnReads: () => {
        resources.invalidate('balances');
        resources.invalidate('withdrawals');
      },
    }),
  );
