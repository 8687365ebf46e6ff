import { feesFeedMachine } from '../machines/feesFeed/index.ts';
import type { AppLogic, SocketRef } from '../ui/hooks/app.tsx';
import type { Services } from './services.ts';
import { socketPort } from './socketPort.ts';
import { createFeesFeedWiring } from './wiring/feesFeed.ts';

export interface CoinsDependencies {
  readonly services: Services;
  readonly socket: SocketRef;
}

export interface Coins {
  readonly logic: Pick<AppLogic, 'feesFeed'>;
}

/** The part of the screens that move coins in and out: wallet, deposits, refund addresses, withdrawals, fees. */
export function createCoins({ services, socket }: CoinsDependencies): Coins {
  return {
    logic: {
      feesFeed: feesFeedMachine.provide(createFeesFeedWiring({ ...services, socket: socketPort(socket) })),
    },
  };
}
