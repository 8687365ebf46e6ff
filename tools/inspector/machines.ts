import type { AnyStateMachine } from 'xstate';
import { addressBookMachine } from '../../src/machines/addressBook/index.ts';
import { apiKeysMachine } from '../../src/machines/apiKeys/index.ts';
import { loginMachine, lostFactorMachine, registrationMachine } from '../../src/machines/access/index.ts';
import {
  accountDeletionMachine,
  passkeysMachine,
  passwordChangeMachine,
  resetStopMachine,
  sessionListMachine,
  twoFactorMachine,
} from '../../src/machines/account/index.ts';
import { appMachine, noticesMachine } from '../../src/machines/app/index.ts';
import { depositMachine, slatepackDepositMachine } from '../../src/machines/deposit/index.ts';
import {
  heldWithdrawalMachine,
  historyMachine,
  historyExportMachine,
} from '../../src/machines/history/index.ts';
import { cancelAllMachine } from '../../src/machines/cancelAll/index.ts';
import { orderCancellationMachine, orderCancellationsMachine } from '../../src/machines/openOrders/index.ts';
import { passkeyCodeMachine } from '../../src/machines/passkeyCode/index.ts';
import { refundAddressMachine, refundAddressesMachine } from '../../src/machines/refundAddresses/index.ts';
import { cooldownMachine, countdownMachine, flashMachine } from '../../src/machines/shared/index.ts';
import { solvencyMachine } from '../../src/machines/solvency/index.ts';
import { ticketMachine, ticketListMachine } from '../../src/machines/support/index.ts';
import { candleChartMachine } from '../../src/machines/candleChart/index.ts';
import { feesFeedMachine } from '../../src/machines/fees/index.ts';
import { orderAmendmentMachine } from '../../src/machines/orderAmendment/index.ts';
import { orderBookMachine } from '../../src/machines/orderBook/index.ts';
import { orderFormMachine } from '../../src/machines/orderForm/index.ts';
import { priceAlertsMachine } from '../../src/machines/priceAlerts/index.ts';
import { reconcileWriteMachine } from '../../src/machines/reconcileWrite/index.ts';
import { resourceMachine } from '../../src/machines/resource/index.ts';
import { sessionMachine } from '../../src/machines/session/index.ts';
import { socketMachine } from '../../src/machines/socket/index.ts';
import { withdrawalMachine } from '../../src/machines/withdrawal/index.ts';
import { createWrite } from '../../src/machines/write/index.ts';

/** Every machine by its id; `tests/architecture` compares it with the files under `src/machines`. */
export const MACHINES: ReadonlyMap<string, AnyStateMachine> = new Map(
  [
    accountDeletionMachine,
    addressBookMachine,
    apiKeysMachine,
    appMachine,
    cancelAllMachine,
    candleChartMachine,
    cooldownMachine,
    countdownMachine,
    depositMachine,
    feesFeedMachine,
    flashMachine,
    heldWithdrawalMachine,
    historyMachine,
    historyExportMachine,
    loginMachine,
    lostFactorMachine,
    noticesMachine,
    orderAmendmentMachine,
    orderBookMachine,
    orderCancellationMachine,
    orderCancellationsMachine,
    orderFormMachine,
    passkeyCodeMachine,
    passkeysMachine,
    passwordChangeMachine,
    reconcileWriteMachine,
    refundAddressMachine,
    refundAddressesMachine,
    registrationMachine,
    resetStopMachine,
    resourceMachine,
    sessionMachine,
    slatepackDepositMachine,
    socketMachine,
    priceAlertsMachine,
    solvencyMachine,
    ticketMachine,
    ticketListMachine,
    twoFactorMachine,
    sessionListMachine,
    withdrawalMachine,
    createWrite(),
  ].map((machine: AnyStateMachine) => [machine.id, machine] as const),
);
