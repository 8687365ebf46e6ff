import type { AppLogic } from '../ui/hooks/app.tsx';
import type { createAccess } from './access.ts';
import type { createAccount } from './account.ts';
import type { Coins } from './coins.ts';
import type { Part } from './part.ts';
import type { Records } from './records.ts';
import type { Trading } from './trading.ts';

export interface Parts {
  readonly access: Part<ReturnType<typeof createAccess>>;
  readonly account: Part<ReturnType<typeof createAccount>>;
  readonly coins: Part<Coins>;
  readonly records: Part<Records>;
  readonly trading: Part<Trading>;
}

/** The wired machines of screens, each found in the part that brings it. */
export function createLogic({ access, account, coins, records, trading }: Parts): AppLogic {
  return {
    get login() {
      return access.get().login;
    },
    get registration() {
      return access.get().registration;
    },
    get countdown() {
      return (coins.peek()?.logic ?? access.peek() ?? account.get()).countdown;
    },
    get flash() {
      return (coins.peek() ?? records.peek())?.logic.flash ?? account.get().flash;
    },
    get passwordChange() {
      return account.get().passwordChange;
    },
    get ticketList() {
      return records.get().logic.ticketList;
    },
    get ticket() {
      return records.get().logic.ticket;
    },
    get twoFactor() {
      return account.get().twoFactor;
    },
    get feesFeed() {
      return coins.get().logic.feesFeed;
    },
    get slatepackDeposit() {
      return coins.get().logic.slatepackDeposit;
    },
    get refundAddress() {
      return coins.get().logic.refundAddress;
    },
    get refundAddresses() {
      return coins.get().logic.refundAddresses;
    },
    get withdrawal() {
      return coins.get().logic.withdrawal;
    },
    get history() {
      return records.get().logic.history;
    },
    get historyExport() {
      return records.get().logic.historyExport;
    },
    get cooldown() {
      return (records.peek() ?? trading.get()).logic.cooldown;
    },
    get candleChart() {
      return trading.get().logic.candleChart;
    },
    get cancelAll() {
      return trading.get().logic.cancelAll;
    },
    get orderBook() {
      return trading.get().logic.orderBook;
    },
  };
}
