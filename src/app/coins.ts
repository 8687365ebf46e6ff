import { feesFeedMachine } from '../machines/feesFeed/index.ts';
import { countdownMachine } from '../machines/countdown/index.ts';
import { flashMachine } from '../machines/flash/index.ts';
import type { Resources } from '../machines/resource/index.ts';
import { withdrawalMachine } from '../machines/withdrawal/index.ts';
import { createKeptWithdrawals } from '../services/withdrawals/store.ts';
import type { AppConfig, AppLogic, SocketRef } from '../ui/hooks/app.tsx';
import type { Withdrawals } from '../ui/hooks/withdrawals.ts';
import type { Services } from './services.ts';
import { socketPort } from './socketPort.ts';
import { createCountdownWiring } from './wiring/countdown.ts';
import { createFeesFeedWiring } from './wiring/feesFeed.ts';
import { createFlashWiring } from './wiring/flash.ts';
import { createWithdrawalWiring } from './wiring/withdrawal.ts';
import { createWaitUntil, createWatchFacts } from './withdrawals.ts';

export interface CoinsDependencies {
  readonly services: Services;
  readonly socket: SocketRef;
  readonly resources: Resources;
  readonly features: AppConfig['features'];
  /** Who is signed in; null for a visitor. */
  readonly userId: () => string | null;
}

export interface Coins {
  readonly logic: Pick<AppLogic, 'feesFeed' | 'flash' | 'countdown' | 'withdrawal'>;
  readonly withdrawals: Withdrawals;
}

/** The part of the screens that move coins in and out: wallet, deposits, refund addresses, withdrawals, fees. */
export function createCoins({ services, socket, resources, features, userId }: CoinsDependencies): Coins {
  const { clock, page, http, drafts, uuid } = services;
  const feesFeed = feesFeedMachine.provide(createFeesFeedWiring({ ...services, socket: socketPort(socket) }));
  const kept = createKeptWithdrawals(drafts);
  return {
    logic: {
      feesFeed,
      flash: flashMachine.provide(createFlashWiring(services)),
      countdown: countdownMachine.provide(createCountdownWiring(services)),
      withdrawal: withdrawalMachine.provide(
        createWithdrawalWiring({
          http,
          kept,
          userId,
          watchFacts: createWatchFacts({ resources, feesFeed, clock, userId }),
          waitUntil: createWaitUntil(clock, page),
          // Servers that take no intents are not the venue: they get what the specification names, and no more.
          sendsFee: features.idempotencyKeys,
          noteOwnChange: () => {
            resources.invalidate('balances');
            resources.invalidate('withdrawals');
          },
        }),
      ),
    },
    withdrawals: {
      newIntent: uuid,
      recall: (ticker) => {
        const user = userId();
        return user === null ? null : kept.recall(user, ticker);
      },
    },
  };
}
