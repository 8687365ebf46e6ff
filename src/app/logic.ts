import type { AppLogic } from '../ui/hooks/app.tsx';
import type { createAccess } from './access.ts';
import type { createAccount } from './account.ts';
import type { Part } from './part.ts';
import type { Trading } from './trading.ts';

export interface Parts {
  readonly access: Part<ReturnType<typeof createAccess>>;
  readonly account: Part<ReturnType<typeof createAccount>>;
  readonly trading: Part<Trading>;
}

/** The wired charts of screens, each found in the part that brings it. */
export function createLogic({ access, account, trading }: Parts): AppLogic {
  return {
    get login() {
      return access.get().login;
    },
    get registration() {
      return access.get().registration;
    },
    get countdown() {
      return account.get().countdown;
    },
    get flash() {
      return account.get().flash;
    },
    get passwordChange() {
      return account.get().passwordChange;
    },
    get twoFactor() {
      return account.get().twoFactor;
    },
    get cooldown() {
      return trading.get().logic.cooldown;
    },
    get chart() {
      return trading.get().logic.chart;
    },
    get orderBook() {
      return trading.get().logic.orderBook;
    },
  };
}
