import { createActor, fromCallback } from 'xstate';
import { type Execution, OWN_ROWS } from '../../domain/order.ts';
import type { Services } from '../../services/services.ts';
import type { App } from '../app/app.ts';
import { followReads } from '../shared/common.ts';
import { selectData } from '../resource/resource.machine.ts';
import { type OwnFillsEvent, ownFillsMachine } from './ownFills.machine.ts';

/** Calls back with the newest fills that are known, and with all that are read or pushed from then on. */
export type FollowFills = (listener: (executions: readonly Execution[]) => void) => () => void;

export const ownFillsImplementations = (follow: FollowFills) => ({
  actors: {
    fills: fromCallback<OwnFillsEvent>(({ sendBack }) =>
      follow((executions) => sendBack({ type: 'fills.came', executions })),
    ),
  },
});

/** Of all pairs, as the dashboard reads them, too. */
const NEWEST = { skip: 0, limit: OWN_ROWS };

/** Of a fill that sounds. */
const MAX_AGE_MS = 60_000;

interface OwnFillsDependencies extends Pick<App, 'resources' | 'notices' | 'attract'> {
  readonly services: Pick<Services, 'clock' | 'log'>;
}

/** From now on, whatever the user looks at. @returns a function that ends it. */
export function followOwnFills(
  { resources, notices, attract, services: { clock, log } }: OwnFillsDependencies,
  userId: string,
): () => void {
  let newest: Execution | undefined;
  const follow: FollowFills = (listener) => {
    const read = resources.of('executions', NEWEST, userId);
    let last: unknown = null;
    return followReads([read], () => {
      const data = selectData(read.ref.getSnapshot()) as readonly Execution[] | null;
      if (data !== null && data !== last) {
        newest = data.toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0))[0];
        listener(data);
      }
      last = data;
    });
  };
  const fills = createActor(ownFillsMachine.provide(ownFillsImplementations(follow)), { clock });
  fills.subscribe({ error: (error) => log.defect('own fills', error) });
  fills.on('toast', ({ type: _type, ...toast }) => {
    const news = { path: '/trading-history', at: newest?.createdAt ?? clock.now() };
    notices.send({ type: 'toast.said', toast: { ...toast, news } });
    // A tab that was away learns of it later than the others.
    const age = clock.now() - (newest?.createdAt ?? clock.now());
    if (newest && age < MAX_AGE_MS) attract('fill', `fill ${newest.id}`);
  });
  fills.start();
  return () => fills.stop();
}
