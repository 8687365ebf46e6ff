import type { AnyStateMachine } from 'xstate';
import { appMachine } from '../../machines/app/index.ts';
import { cancelAllMachine } from '../../machines/cancelAll/index.ts';
import { candleChartMachine } from '../../machines/candleChart/index.ts';
import { cooldownMachine } from '../../machines/cooldown/index.ts';
import { countdownMachine } from '../../machines/countdown/index.ts';
import { depositMachine } from '../../machines/deposit/index.ts';
import { feesFeedMachine } from '../../machines/feesFeed/index.ts';
import { flashMachine } from '../../machines/flash/index.ts';
import { historyMachine } from '../../machines/history/index.ts';
import { historyExportMachine } from '../../machines/historyExport/index.ts';
import { loginMachine } from '../../machines/login/index.ts';
import { marketsTableMachine } from '../../machines/marketsTable/index.ts';
import { noticesMachine } from '../../machines/notices/index.ts';
import { orderBookMachine } from '../../machines/orderBook/index.ts';
import { orderCancellationMachine } from '../../machines/orderCancellation/index.ts';
import { orderCancellationsMachine } from '../../machines/orderCancellations/index.ts';
import { orderFormMachine } from '../../machines/orderForm/index.ts';
import { passwordChangeMachine } from '../../machines/passwordChange/index.ts';
import { reconcileWriteMachine } from '../../machines/reconcileWrite/index.ts';
import { refundAddressMachine } from '../../machines/refundAddress/index.ts';
import { refundAddressesMachine } from '../../machines/refundAddresses/index.ts';
import { registrationMachine } from '../../machines/registration/index.ts';
import { resourceMachine } from '../../machines/resource/index.ts';
import { sessionMachine } from '../../machines/session/index.ts';
import { slatepackDepositMachine } from '../../machines/slatepackDeposit/index.ts';
import { socketMachine } from '../../machines/socket/index.ts';
import { ticketMachine } from '../../machines/ticket/index.ts';
import { ticketListMachine } from '../../machines/ticketList/index.ts';
import { twoFactorMachine } from '../../machines/twoFactor/index.ts';
import { withdrawalMachine } from '../../machines/withdrawal/index.ts';

/** Every machine of the product by its id; `tests/architecture` compares it with the folders under `src/machines`. */
export const MACHINES: ReadonlyMap<string, AnyStateMachine> = new Map(
  [
    appMachine,
    cancelAllMachine,
    candleChartMachine,
    cooldownMachine,
    countdownMachine,
    depositMachine,
    feesFeedMachine,
    flashMachine,
    historyMachine,
    historyExportMachine,
    loginMachine,
    marketsTableMachine,
    noticesMachine,
    orderBookMachine,
    orderCancellationMachine,
    orderCancellationsMachine,
    orderFormMachine,
    passwordChangeMachine,
    reconcileWriteMachine,
    refundAddressMachine,
    refundAddressesMachine,
    registrationMachine,
    resourceMachine,
    sessionMachine,
    slatepackDepositMachine,
    socketMachine,
    ticketMachine,
    ticketListMachine,
    twoFactorMachine,
    withdrawalMachine,
  ].map((machine: AnyStateMachine) => [machine.id, machine] as const),
);
