import { fromCallback, fromPromise } from 'xstate';
import { failureOf, OutageError } from '../../domain/failure.ts';
import type { AppContext, AppEvent, DefectReport, LanguageInput } from './app.machine.ts';
import { marketCalls } from '../../services/contract/calls/markets.ts';
import type { Http } from '../../services/http/port.ts';
import type { Log } from '../../services/log.ts';
import { isReturn, type Page } from '../../services/page.ts';

export interface Words {
  /** @returns the code of the language: the detected one, or English. */
  load(): Promise<string>;
  /** Remembers the language too. @throws Error when it cannot be loaded. */
  choose(language: string): Promise<string>;
}

export interface AppDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly words: Words;
  readonly log: Pick<Log, 'defect'>;
  readonly page: Pick<Page, 'listen' | 'isVisible'>;
  readonly random: () => number;
}

/** Milliseconds between two questions; the random part spreads many pages that lost the server together. */
const PAUSE = 2000;
const JITTER = 600;
/** Nobody waits before a hidden page. */
const HIDDEN_PAUSE = 30_000;

export function appImplementations({ http, words, log, page, random }: AppDependencies) {
  return {
    actors: {
      askService: fromPromise<null>(async ({ signal }) => {
        const answer = await http.send(marketCalls.markets, {}, { signal });
        // Any other refusal is an answer, too: the server works.
        if (!answer.ok && answer.failure.code === 'tooMany') throw new OutageError(answer.failure);
        return null;
      }),
      returns: fromCallback<AppEvent>(({ sendBack }) =>
        page.listen((fact) => {
          if (fact === 'online' || isReturn(fact)) sendBack({ type: 'page.returned' });
        }),
      ),
      loadWords: fromPromise<string>(() => words.load()),
      switchLanguage: fromPromise<string, LanguageInput>(({ input }) => words.choose(input.language)),
    },
    delays: {
      askPause: ({ context }: { context: AppContext }) =>
        Math.max(page.isVisible() ? PAUSE + JITTER * random() : HIDDEN_PAUSE, context.wait * 1000),
    },
    actions: {
      report: (_: unknown, { where, error }: DefectReport) =>
        log.defect(where, error instanceof OutageError ? new Error(failureOf(error).code) : error),
    },
  };
}
