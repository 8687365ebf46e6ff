import type { OrderResult } from '../../src/machines/cancelAll/index.ts';

interface Observer {
  readonly next?: (snapshot: object) => void;
  readonly error?: (error: unknown) => void;
}

interface Child {
  snapshot: object;
  readonly observers: Set<Observer>;
}

const snapshotOf = (result: OrderResult | null): object => ({
  status: result === null || result.outcome === 'failed' ? 'active' : 'done',
  context: { failure: result?.failure ?? null },
  output: result && { outcome: result.outcome },
  hasTag: (tag: string) => tag === (result === null ? 'busy' : result.outcome === 'failed' ? 'failed' : ''),
});

/** Cancellations whose endings the test decides; each has a walk of its own (`orderCancellation`). */
export function scriptedCancellations(effects: string[], closed: readonly string[] = []) {
  const children = new Map<string, Child>();
  return {
    send({ orderId, pair }: { readonly orderId: string; readonly pair: string }): void {
      effects.push(`cancel ${orderId} of ${pair}`);
      if (closed.includes(orderId)) return;
      const child = children.get(orderId) ?? { snapshot: {}, observers: new Set() };
      child.snapshot = snapshotOf(null);
      children.set(orderId, child);
    },
    getSnapshot: () => ({
      children: Object.fromEntries(
        [...children].map(([id, child]) => [
          `orderCancellation.${id}`,
          {
            getSnapshot: () => child.snapshot,
            subscribe(observer: Observer) {
              child.observers.add(observer);
              return { unsubscribe: () => void child.observers.delete(observer) };
            },
          },
        ]),
      ),
    }),
    end(orderId: string, result: OrderResult): void {
      const child = children.get(orderId);
      if (!child) throw new Error(`${orderId} is not being cancelled`);
      child.snapshot = snapshotOf(result);
      if (result.outcome !== 'failed') children.delete(orderId);
      for (const { next } of child.observers) next?.(child.snapshot);
    },
    break(orderId: string): void {
      for (const { error } of children.get(orderId)?.observers ?? []) error?.(new Error('defect'));
    },
    /** Those with an observer. */
    watched: () => [...children].filter(([, { observers }]) => observers.size > 0).map(([id]) => id),
    running: () => [...children.keys()],
  };
}
