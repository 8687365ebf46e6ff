import { fromCallback, fromPromise } from 'xstate';
import { retryDelay } from '../../domain/backoff.ts';
import type {
  ParamsOf,
  ReadInput,
  ReadName,
  ReadOutput,
  ResourceContext,
  ResourceEvent,
} from '../../machines/resource/index.ts';
import type { Clock } from '../../services/clock.ts';
import type { Http } from '../../services/http/port.ts';
import type { Page } from '../../services/page.ts';
import { readData } from './reads.ts';

export interface ResourceDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly page: Pick<Page, 'isVisible' | 'listen'>;
  /** From 0 up to 1: spreads the retries of many clients. */
  readonly random: () => number;
}

/** Effects of the `resource` machine. */
export function createResourceWiring({ http, clock, page, random }: ResourceDependencies) {
  return {
    actors: {
      read: fromPromise<ReadOutput, ReadInput>(async ({ input, signal }) => {
        // `Resources.of` is the only maker of these actors and takes a name with its own params.
        const params = input.params as ParamsOf<ReadName>;
        const answer = await readData(http, input.name, params, { signal });
        return { ...answer, at: clock.now() };
      }),
      page: fromCallback<ResourceEvent>(({ sendBack }) => {
        if (!page.isVisible()) sendBack({ type: 'page.hidden' });
        return page.listen((fact) => {
          if (fact === 'hidden' || fact === 'visible' || fact === 'online')
            sendBack({ type: `page.${fact}` });
          // Its timers stood still: the data is older than they know.
          if (fact === 'woke') sendBack({ type: 'data.outdated' });
        });
      }),
    },
    delays: {
      retryPause: ({ context }: { context: ResourceContext }) =>
        retryDelay(context.attempt, random(), context.failure?.retryAfter),
    },
  };
}
