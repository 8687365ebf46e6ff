import type { AnyStateMachine } from 'xstate';
import type { SpecTable } from './tools/spec.ts';
import { accountDeletionModel } from './accountDeletion/accountDeletion.model.ts';
import { heldWithdrawalModel } from './heldWithdrawal/heldWithdrawal.model.ts';
import { addressBookModel } from './addressBook/addressBook.model.ts';
import { apiKeysModel } from './apiKeys/apiKeys.model.ts';
import { historyModel } from './history/history.model.ts';
import { historyExportModel } from './historyExport/historyExport.model.ts';
import { orderAmendmentModel } from './orderAmendment/orderAmendment.model.ts';
import { cancelAllModel } from './cancelAll/cancelAll.model.ts';
import { candleChartModel } from './candleChart/candleChart.model.ts';
import { countdownModel } from './countdown/countdown.model.ts';
import { depositModel } from './deposit/deposit.model.ts';
import { feesFeedModel } from './feesFeed/feesFeed.model.ts';
import { flashModel } from './flash/flash.model.ts';
import { marketsTableModel } from './marketsTable/marketsTable.model.ts';
import { orderBookModel } from './orderBook/orderBook.model.ts';
import { passkeyCodeModel } from './passkeyCode/passkeyCode.model.ts';
import { passkeysModel } from './passkeys/passkeys.model.ts';
import { passwordChangeModel } from './passwordChange/passwordChange.model.ts';
import { slatepackDepositModel } from './slatepackDeposit/slatepackDeposit.model.ts';
import { socketModel } from './socket/socket.model.ts';
import { priceAlertsModel } from './priceAlerts/priceAlerts.model.ts';
import { solvencyModel } from './solvency/solvency.model.ts';
import { ticketModel } from './ticket/ticket.model.ts';
import { ticketListModel } from './ticketList/ticketList.model.ts';
import { sessionListModel } from './sessionList/sessionList.model.ts';
import { twoFactorModel } from './twoFactor/twoFactor.model.ts';
import { orderCancellationModel } from './orderCancellation/orderCancellation.model.ts';
import { orderCancellationsModel } from './orderCancellations/orderCancellations.model.ts';
import { orderFormModel } from './orderForm/orderForm.model.ts';
import { appModel } from './app/app.model.ts';
import { sessionModel } from './session/session.model.ts';
import { loginModel } from './login/login.model.ts';
import { lostFactorModel } from './lostFactor/lostFactor.model.ts';
import { resetStopModel } from './resetStop/resetStop.model.ts';
import { reconcileWriteModel } from './reconcileWrite/reconcileWrite.model.ts';
import { refundAddressModel } from './refundAddress/refundAddress.model.ts';
import { refundAddressesModel } from './refundAddresses/refundAddresses.model.ts';
import { registrationModel } from './registration/registration.model.ts';
import { resourceModel } from './resource/resource.model.ts';
import { cooldownModel } from './cooldown/cooldown.model.ts';
import { withdrawalModel } from './withdrawal/withdrawal.model.ts';
import { noticesModel } from './notices/notices.model.ts';

export interface CatalogueEntry {
  /** Also the name of its folder under `src/machines`. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly spec: () => Pick<SpecTable<never>, 'titles'>;
}

/** The models of `tests/paths/<name>/`. Architecture tests fail when a folder is missing here. */
export const catalogue: readonly CatalogueEntry[] = [
  noticesModel,
  cooldownModel,
  resourceModel,
  registrationModel,
  loginModel,
  lostFactorModel,
  resetStopModel,
  sessionModel,
  appModel,
  candleChartModel,
  marketsTableModel,
  socketModel,
  priceAlertsModel,
  solvencyModel,
  orderBookModel,
  countdownModel,
  flashModel,
  feesFeedModel,
  depositModel,
  slatepackDepositModel,
  refundAddressModel,
  refundAddressesModel,
  passkeyCodeModel,
  passkeysModel,
  passwordChangeModel,
  twoFactorModel,
  accountDeletionModel,
  sessionListModel,
  ticketListModel,
  ticketModel,
  reconcileWriteModel,
  orderFormModel,
  orderCancellationModel,
  orderCancellationsModel,
  cancelAllModel,
  orderAmendmentModel,
  historyModel,
  historyExportModel,
  heldWithdrawalModel,
  withdrawalModel,
  addressBookModel,
  apiKeysModel,
];
