import type { CallName } from '../../src/services/contract/index.ts';
import { createGate, type OnGone } from './gate.ts';
import type { CallRequest, Handlers, HttpContext } from './handler.ts';
import { sourceOf } from './source.ts';

/** Reads that ask the database, or make a large answer. Those of everybody wait apart from those of users. */
const GATED: Partial<Record<CallName, 'everybody' | 'user'>> = {
  candles: 'everybody',
  orderBook: 'everybody',
  trades: 'everybody',
  orders: 'user',
  executions: 'user',
  balances: 'user',
  deposits: 'user',
  depositAddresses: 'user',
  withdrawals: 'user',
  tickets: 'user',
  comments: 'user',
};

const GATES = {
  everybody: { atOnce: 2, waiting: 64, waitingPerSource: 16, rest: 3 },
  user: { atOnce: 4, waiting: 128, waitingPerSource: 16, rest: 1 },
};

/**
 * Lets a few heavy reads work at a time, and ends what waits for a client that is gone (LOAD-03).
 * @param trustedProxies as for `sourceOf`.
 */
export function withGates(handlers: Handlers, trustedProxies: number): Handlers {
  const gates = { everybody: createGate(GATES.everybody), user: createGate(GATES.user) };
  const gated = Object.entries<Handle>(handlers).map(([name, handle]) => {
    const kind = GATED[name as CallName];
    if (!kind) return [name, handle];
    return [
      name,
      (request: CallRequest) => {
        const account = kind === 'user' ? request.session?.account.id : undefined;
        const source = account ?? addressOf(request.c, trustedProxies);
        return gates[kind].pass(source, goneOf(request.c), async () => handle(request));
      },
    ];
  });
  // Names, arguments and results stay the same.
  return Object.fromEntries(gated) as Handlers;
}

type Handle = (request: CallRequest) => unknown;

/** Whether nobody waits for the answer any more. */
export const isGone = ({ env }: HttpContext): boolean => env.incoming?.socket.destroyed ?? false;

function goneOf({ env }: HttpContext): OnGone {
  return (listener) => {
    const socket = env.incoming?.socket;
    socket?.once('close', listener);
    return () => socket?.off('close', listener);
  };
}

function addressOf({ env, req }: HttpContext, trustedProxies: number): string {
  const peer = env.incoming?.socket.remoteAddress;
  return sourceOf(peer, req.header('x-forwarded-for'), trustedProxies) ?? '';
}
