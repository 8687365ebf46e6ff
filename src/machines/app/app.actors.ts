import { fromPromise } from 'xstate';
import { failureOf, OutageError } from '../../domain/failure.ts';
import type { DefectReport, LanguageInput } from './app.machine.ts';
import { marketCalls } from '../../services/contract/calls/markets.ts';
import type { Http } from '../../services/http/port.ts';
import type { Log } from '../../services/log.ts';

/** The words of the product, as the app machine needs them. */
export interface Words {
  /** Loads the detected language, or English. @returns its code. */
  load(): Promise<string>;
  /** Loads another language and remembers it. @throws Error when it cannot be loaded. */
  choose(language: string): Promise<string>;
}

export interface AppDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly words: Words;
  readonly log: Pick<Log, 'defect'>;
}

/** Effects of the `app` machine; its children have their own. */
export function appImplementations({ http, words, log }: AppDependencies) {
  return {
    actors: {
      askService: fromPromise<null>(async ({ signal }) => {
        const answer = await http.send(marketCalls.markets, {}, { signal });
        // A server that refuses politely is a server that answers.
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
