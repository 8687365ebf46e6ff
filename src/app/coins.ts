import { countdownMachine } from '../machines/countdown/index.ts';
import { depositMachine } from '../machines/deposit/index.ts';
import { feesFeedMachine } from '../machines/feesFeed/index.ts';
import { flashMachine } from '../machines/flash/index.ts';
import { refundAddressMachine } from '../machines/refundAddress/index.ts';
import { refundAddressesMachine } from '../machines/refundAddresses/index.ts';
import type { Resources } from '../machines/resource/index.ts';
import { slatepackDepositMachine } from '../machines/slatepackDeposit/index.ts';
import { withdrawalMachine } from '../machines/withdrawal/index.ts';
import type { KeptWithdrawals } from '../services/keptWithdrawals.ts';
import type { AppConfig, AppLogic, SocketRef } from '../ui/hooks/app.tsx';
import type { Deposits } from '../ui/hooks/deposits.ts';
import type { Withdrawals } from '../ui/hooks/withdrawals.ts';
import { createDeposits } from './deposits.ts';
import type { Services } from './services.ts';
import { socketPort } from './socketPort.ts';
import { createWatchCoinFacts } from './wiring/coinFacts.ts';
import { createCountdownWiring } from './wiring/countdown.ts';
import { createDepositWiring } from './wiring/deposit.ts';
import { createFeesFeedWiring } from './wiring/feesFeed.ts';
import { createFlashWiring } from './wiring/flash.ts';
import { createRefundAddressWiring } from './wiring/refundAddress.ts';
import { createRefundAddressesWiring } from './wiring/refundAddresses.ts';
import { createSlatepackDepositWiring } from './wiring/slatepackDeposit.ts';
import { createWithdrawalWiring } from './wiring/withdrawal.ts';
import { createWaitUntil, createWatchFacts } from './withdrawals.ts';

export interface CoinsDependencies {
  readonly services: Services;
  readonly kept: KeptWithdrawals;
  readonly socket: SocketRef;
  readonly resources: Resources;
  readonly capabilities: AppConfig['capabilities'];
  /** Who is signed in; null for a visitor. */
  readonly userId: () => string | null;
  /** The server is down or out of reach, and a screen cannot be shown without it. */
  readonly reportOutage: () => void;
}

export interface Coins {
  readonly logic: Pick<
    AppLogic,
    | 'feesFeed'
    | 'flash'
    | 'countdown'
    | 'withdrawal'
    | 'slatepackDeposit'
    | 'refundAddress'
    | 'refundAddresses'
  >;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
}

/** The part of the screens that move coins in and out: wallet, deposits, refund addresses, withdrawals, fees. */
export function createCoins(dependencies: CoinsDependencies): Coins {
  const { services, kept, socket, resources, capabilities, userId, reportOutage } = dependencies;
  const { clock, page, http, log } = services;
  const feesFeed = feesFeedMachine.provide(createFeesFeedWiring({ ...services, socket: socketPort(socket) }));
  const watchFacts = createWatchCoinFacts({ resources, userId });
  return {
    logic: {
      feesFeed,
      flash: flashMachine.provide(createFlashWiring(services)),
      countdown: countdownMachine.provide(createCountdownWiring(services)),
      slatepackDeposit: slatepackDepositMachine.provide(
        createSlatepackDepositWiring({
          ...services,
          outdateDeposits: () => resources.invalidate('deposits'),
        }),
      ),
      refundAddress: refundAddressMachine.provide(
        createRefundAddressWiring({ http, outdateList: () => resources.invalidate('refundAddresses') }),
      ),
      refundAddresses: refundAddressesMachine.provide(
        createRefundAddressesWiring({ watchFacts, reportOutage }),
      ),
      withdrawal: withdrawalMachine.provide(
        createWithdrawalWiring({
          http,
          kept,
          userId,
          watchFacts: createWatchFacts({ resources, feesFeed, clock, userId }),
          waitUntil: createWaitUntil(clock, page),
          sendsFee: capabilities.feeQuotes,
          noteOwnChange: () => {
            resources.invalidate('balances');
            resources.invalidate('withdrawals');
          },
        }),
      ),
    },
    deposits: createDeposits({
      machine: depositMachine.provide(createDepositWiring({ http, watchFacts, reportOutage })),
      clock,
      defect: (error) => log.defect('deposit', error),
    }),
    withdrawals: {
      offers: { fixesFee: capabilities.feeQuotes, canCancel: capabilities.withdrawalCancel },
      recall: (ticker) => {
        const user = userId();
        return user === null ? null : kept.recall(user, ticker);
      },
    },
  };
}
