import type { AnyStateMachine } from 'xstate';
import type { SpecTable } from './tools/spec.ts';
import { accountDeletionModel } from './accountDeletion.model.ts';
import { heldWithdrawalModel } from './heldWithdrawal.model.ts';
import { addressBookModel } from './addressBook.model.ts';
import { apiKeysModel } from './apiKeys.model.ts';
import { historyModel } from './history.model.ts';
import { historyExportModel } from './historyExport.model.ts';
import { orderAmendmentModel } from './orderAmendment.model.ts';
import { cancelAllModel } from './cancelAll.model.ts';
import { candleChartModel } from './candleChart.model.ts';
import { countdownModel } from './countdown.model.ts';
import { depositModel } from './deposit.model.ts';
import { feesFeedModel } from './feesFeed.model.ts';
import { flashModel } from './flash.model.ts';
import { marketsTableModel } from './marketsTable.model.ts';
import { orderBookModel } from './orderBook.model.ts';
import { passkeyCodeModel } from './passkeyCode.model.ts';
import { passkeysModel } from './passkeys.model.ts';
import { passwordChangeModel } from './passwordChange.model.ts';
import { slatepackDepositModel } from './slatepackDeposit.model.ts';
import { socketModel } from './socket.model.ts';
import { priceAlertsModel } from './priceAlerts.model.ts';
import { solvencyModel } from './solvency.model.ts';
import { ticketModel } from './ticket.model.ts';
import { ticketListModel } from './ticketList.model.ts';
import { sessionListModel } from './sessionList.model.ts';
import { twoFactorModel } from './twoFactor.model.ts';
import { orderCancellationModel } from './orderCancellation.model.ts';
import { orderCancellationsModel } from './orderCancellations.model.ts';
import { orderFormModel } from './orderForm.model.ts';
import { appModel } from './app.model.ts';
import { sessionModel } from './session.model.ts';
import { loginModel } from './login.model.ts';
import { lostFactorModel } from './lostFactor.model.ts';
import { resetStopModel } from './resetStop.model.ts';
import { reconcileWriteModel } from './reconcileWrite.model.ts';
import { refundAddressModel } from './refundAddress.model.ts';
import { refundAddressesModel } from './refundAddresses.model.ts';
import { registrationModel } from './registration.model.ts';
import { resourceModel } from './resource.model.ts';
import { cooldownModel } from './cooldown.model.ts';
import { withdrawalModel } from './withdrawal.model.ts';
import { noticesModel } from './notices.model.ts';

export interface CatalogueEntry {
  /** Also the name of its folder under `src/machines`. */
  readonly name: string;
  readonly machine: AnyStateMachine;
  readonly spec: () => Pick<SpecTable<never>, 'titles'>;
}

/** The models of `tests/models/<name>.model.ts`. Architecture tests fail when a folder is missing here. */
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
