import type { AnyStateMachine } from 'xstate';
import { addressBookMachine } from '../../machines/addressBook/index.ts';
import { apiKeysMachine } from '../../machines/apiKeys/index.ts';
import { loginMachine, lostFactorMachine, registrationMachine } from '../../machines/access/index.ts';
import {
  accountDeletionMachine,
  passkeysMachine,
  passwordChangeMachine,
  resetStopMachine,
  sessionListMachine,
  twoFactorMachine,
} from '../../machines/account/index.ts';
import { appMachine, noticesMachine } from '../../machines/app/index.ts';
import { depositMachine, slatepackDepositMachine } from '../../machines/deposit/index.ts';
import { heldWithdrawalMachine, historyMachine, historyExportMachine } from '../../machines/history/index.ts';
import { cancelAllMachine } from '../../machines/cancelAll/index.ts';
import { orderCancellationMachine, orderCancellationsMachine } from '../../machines/openOrders/index.ts';
import { passkeyCodeMachine } from '../../machines/passkeyCode/index.ts';
import { refundAddressMachine, refundAddressesMachine } from '../../machines/refundAddresses/index.ts';
import { cooldownMachine, countdownMachine, flashMachine } from '../../machines/shared/index.ts';
import { solvencyMachine } from '../../machines/solvency/index.ts';
import { ticketMachine, ticketListMachine } from '../../machines/support/index.ts';
import { candleChartMachine } from '../../machines/candleChart/index.ts';
import { feesFeedMachine } from '../../machines/fees/index.ts';
import { orderAmendmentMachine } from '../../machines/orderAmendment/index.ts';
import { orderBookMachine } from '../../machines/orderBook/index.ts';
import { orderFormMachine } from '../../machines/orderForm/index.ts';
import { priceAlertsMachine } from '../../machines/priceAlerts/index.ts';
import { reconcileWriteMachine } from '../../machines/reconcileWrite/index.ts';
import { resourceMachine } from '../../machines/resource/index.ts';
import { sessionMachine } from '../../machines/session/index.ts';
import { socketMachine } from '../../machines/socket/index.ts';
import { withdrawalMachine } from '../../machines/withdrawal/index.ts';
import { createWrite } from '../../machines/write/index.ts';

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
