import { fromPromise } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import { exportName, exportText } from '../../domain/history/exported.ts';
import type {
  ExportFileInput,
  ExportPageInput,
  ExportPageOutput,
  HistoryExportContext,
} from '../../machines/historyExport/index.ts';
import type { Clock } from '../../services/clock.ts';
import type { Files } from '../../services/files.ts';
import type { Http } from '../../services/http/port.ts';
import { readHistoryPage } from './historyPages.ts';

export interface HistoryExportDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly files: Files;
  readonly clock: Pick<Clock, 'now'>;
  /** From 0 up to 1: spreads the retries of many clients. */
  readonly random: () => number;
  /** The user's time zone, an IANA name. */
  readonly zone: () => string;
}

/** Effects of the `historyExport` machine. */
export function createHistoryExportWiring({ http, files, clock, random, zone }: HistoryExportDependencies) {
  return {
    actors: {
      readPage: fromPromise<ExportPageOutput, ExportPageInput>(({ input: { list, skip }, signal }) =>
        readHistoryPage(http, list, skip, { signal }),
      ),
      saveFile: fromPromise<void, ExportFileInput>(async ({ input }) => {
        const { list, range, selection, headings, rows } = input;
        const text = exportText(list, rows, headings, zone());
        await files.save(exportName(list, selection, range, clock.now()), 'text/csv;charset=utf-8', text);
      }),
    },
    delays: {
      retryPause: ({ context }: { context: HistoryExportContext }) =>
        retryDelay(context.attempt, random(), context.failure?.retryAfter),
    },
  };
}
