import { fromPromise } from 'xstate';
import { failureOf, OutageError } from '../../domain/failure.ts';
import type { DefectReport, LanguageInput } from './app.machine.ts';
import { marketCalls } from '../../services/contract/calls/markets.ts';
import type { Http } from '../../services/http/port.ts';
import type { Log } from '../../services/log.ts';

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
}

export function appImplementations({ http, words, log }: AppDependencies) {
  return {
    actors: {
      askService: fromPromise<null>(async ({ signal }) => {
        const answer = await http.send(marketCalls.markets, {}, { signal });
        // Any other refusal is an answer, too: the server works.
        if (!answer.ok && answer.failure.code === 'tooMany') throw new OutageError(answer.failure);
        return null;
      }),
      loadWords: fromPromise<string>(() => words.load()),
      switchLanguage: fromPromise<string, LanguageInput>(({ input }) => words.choose(input.language)),
    },
    actions: {
      report: (_: unknown, { where, error }: DefectReport) =>
        log.defect(where, error instanceof OutageError ? new Error(failureOf(error).code) : error),
    },
  };
}
