import type { AnyStateMachine } from 'xstate';
import { addressBookMachine } from '../../src/machines/addressBook/addressBook.machine.ts';
import { apiKeysMachine } from '../../src/machines/apiKeys/apiKeys.machine.ts';
import { loginMachine } from '../../src/machines/access/login.machine.ts';
import { lostFactorMachine } from '../../src/machines/access/lostFactor.machine.ts';
import { recoveryMachine } from '../../src/machines/access/recovery.machine.ts';
import { registrationMachine } from '../../src/machines/access/registration.machine.ts';
import { accountDeletionMachine } from '../../src/machines/account/accountDeletion.machine.ts';
import { passkeysMachine } from '../../src/machines/account/passkeys.machine.ts';
import { passwordChangeMachine } from '../../src/machines/account/passwordChange.machine.ts';
import { recoveryKeyMachine } from '../../src/machines/account/recoveryKey.machine.ts';
import { resetStopMachine } from '../../src/machines/account/resetStop.machine.ts';
import { sessionListMachine } from '../../src/machines/account/sessionList.machine.ts';
import { twoFactorMachine } from '../../src/machines/account/twoFactor.machine.ts';
import { appMachine } from '../../src/machines/app/app.machine.ts';
import { noticesMachine } from '../../src/machines/app/notices.machine.ts';
import { depositMachine } from '../../src/machines/deposit/deposit.machine.ts';
import { slatepackDepositMachine } from '../../src/machines/deposit/slatepackDeposit.machine.ts';
import { heldWithdrawalMachine } from '../../src/machines/history/heldWithdrawal.machine.ts';
import { historyMachine } from '../../src/machines/history/history.machine.ts';
import { historyExportMachine } from '../../src/machines/history/historyExport.machine.ts';
import { cancelAllMachine } from '../../src/machines/cancelAll/cancelAll.machine.ts';
import { orderCancellationMachine } from '../../src/machines/openOrders/orderCancellation.machine.ts';
import { orderCancellationsMachine } from '../../src/machines/openOrders/orderCancellations.machine.ts';
import { liveStreamMachine } from '../../src/machines/live/liveStream.machine.ts';
import { ownNewsMachine } from '../../src/machines/live/ownNews.machine.ts';
import { passkeyCodeMachine } from '../../src/machines/passkeyCode/passkeyCode.machine.ts';
import { refundAddressMachine } from '../../src/machines/refundAddresses/refundAddress.machine.ts';
import { refundAddressesMachine } from '../../src/machines/refundAddresses/refundAddresses.machine.ts';
import { cooldownMachine } from '../../src/machines/shared/cooldown.machine.ts';
import { countdownMachine } from '../../src/machines/shared/countdown.machine.ts';
import { failureNoticeMachine } from '../../src/machines/shared/failureNotice.machine.ts';
import { flashMachine } from '../../src/machines/shared/flash.machine.ts';
import { sketchesMachine } from '../../src/machines/sketches/sketches.machine.ts';
import { solvencyMachine } from '../../src/machines/solvency/solvency.machine.ts';
import { ticketMachine } from '../../src/machines/support/ticket.machine.ts';
import { ticketListMachine } from '../../src/machines/support/ticketList.machine.ts';
import { candleChartMachine } from '../../src/machines/candleChart/candleChart.machine.ts';
import { feesFeedMachine } from '../../src/machines/fees/feesFeed.machine.ts';
import { orderAmendmentMachine } from '../../src/machines/orderAmendment/orderAmendment.machine.ts';
import { orderBookMachine } from '../../src/machines/orderBook/orderBook.machine.ts';
import { orderFormMachine } from '../../src/machines/orderForm/orderForm.machine.ts';
import { orderLadderMachine } from '../../src/machines/orderForm/orderLadder.machine.ts';
import { orderFormsMachine } from '../../src/machines/orderForm/orderForms.machine.ts';
import { priceAlertsMachine } from '../../src/machines/priceAlerts/priceAlerts.machine.ts';
import { resourceMachine } from '../../src/machines/resource/resource.machine.ts';
import { sessionMachine } from '../../src/machines/session/session.machine.ts';
import { socketMachine } from '../../src/machines/socket/socket.machine.ts';
import { slatepackExchangeMachine } from '../../src/machines/withdrawal/slatepackExchange.machine.ts';
import { withdrawalMachine } from '../../src/machines/withdrawal/withdrawal.machine.ts';
import { createWrite } from '../../src/machines/write/write.machine.ts';

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
    failureNoticeMachine,
    feesFeedMachine,
    flashMachine,
    heldWithdrawalMachine,
    historyMachine,
    historyExportMachine,
    liveStreamMachine,
    loginMachine,
    lostFactorMachine,
    noticesMachine,
    orderAmendmentMachine,
    orderBookMachine,
    orderCancellationMachine,
    orderCancellationsMachine,
    orderFormMachine,
    orderFormsMachine,
    orderLadderMachine,
    ownNewsMachine,
    passkeyCodeMachine,
    passkeysMachine,
    passwordChangeMachine,
    recoveryKeyMachine,
    recoveryMachine,
    refundAddressMachine,
    refundAddressesMachine,
    registrationMachine,
    resetStopMachine,
    resourceMachine,
    sessionMachine,
    sketchesMachine,
    slatepackDepositMachine,
    socketMachine,
    priceAlertsMachine,
    solvencyMachine,
    ticketMachine,
    ticketListMachine,
    twoFactorMachine,
    sessionListMachine,
    slatepackExchangeMachine,
    withdrawalMachine,
    createWrite(),
  ].map((machine: AnyStateMachine) => [machine.id, machine] as const),
);
