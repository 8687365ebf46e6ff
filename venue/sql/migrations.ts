import trading from './migrations/001-trading.sql?raw';
import accounts from './migrations/002-accounts.sql?raw';
import candles from './migrations/003-candles.sql?raw';
import twoFactor from './migrations/004-two-factor.sql?raw';
import upkeep from './migrations/005-upkeep.sql?raw';
import support from './migrations/006-support.sql?raw';
import transfers from './migrations/007-transfers.sql?raw';
import grin from './migrations/008-grin.sql?raw';
import retention from './migrations/009-retention.sql?raw';
import nodes from './migrations/010-nodes.sql?raw';
import ticketKeys from './migrations/011-ticket-keys.sql?raw';
import refusedKeys from './migrations/012-refused-keys.sql?raw';
import debts from './migrations/013-debts.sql?raw';
import unsettledOrders from './migrations/014-unsettled-orders.sql?raw';
import sessions from './migrations/015-sessions.sql?raw';
import devices from './migrations/016-devices.sql?raw';
import priceBands from './migrations/017-price-bands.sql?raw';
import seals from './migrations/018-seals.sql?raw';
import volume from './migrations/019-volume.sql?raw';
import recoveryCodes from './migrations/020-recovery-codes.sql?raw';
import sessionList from './migrations/021-session-list.sql?raw';
import passkeys from './migrations/024-passkeys.sql?raw';
import solvency from './migrations/027-solvency.sql?raw';
import heldWithdrawals from './migrations/030-held-withdrawals.sql?raw';
import addressBook from './migrations/031-address-book.sql?raw';
import operators from './migrations/032-operators.sql?raw';
import freshAddresses from './migrations/034-fresh-addresses.sql?raw';
import accountDeletion from './migrations/035-account-deletion.sql?raw';
import twoFactorReset from './migrations/036-two-factor-reset.sql?raw';
import orderTerms from './migrations/039-order-terms.sql?raw';
import sealingRights from './migrations/042-sealing-rights.sql?raw';
import amendments from './migrations/043-amendments.sql?raw';
import apiKeys from './migrations/044-api-keys.sql?raw';
import stopOrders from './migrations/045-stop-orders.sql?raw';
import paymentOutputs from './migrations/050-payment-outputs.sql?raw';
import realChains from './migrations/051-real-chains.sql?raw';
import chainInputs from './migrations/055-chain-inputs.sql?raw';
import unsentTransactions from './migrations/056-unsent-transactions.sql?raw';
import wrongKey from './migrations/057-wrong-key.sql?raw';
import givenUp from './migrations/061-given-up.sql?raw';
import growth from './migrations/060-growth.sql?raw';
import tokenSweeps from './migrations/065-token-sweeps.sql?raw';
import replacedTransactions from './migrations/066-replaced-transactions.sql?raw';
import waitingFor from './migrations/067-waiting-for.sql?raw';
import people from './migrations/072-people.sql?raw';
import grinOutputs from './migrations/070-grin-outputs.sql?raw';
import reachedStops from './migrations/071-reached-stops.sql?raw';
import books from './migrations/073-books.sql?raw';
import priceLosses from './migrations/076-price-losses.sql?raw';
import grinRefundAddress from './migrations/077-grin-refund-address.sql?raw';
import stopAmendments from './migrations/078-stop-amendments.sql?raw';

/** A released migration is never changed; a new one follows it. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

export const migrations: readonly Migration[] = [
  { name: '001-trading', sql: trading },
  { name: '002-accounts', sql: accounts },
  { name: '003-candles', sql: candles },
  { name: '004-two-factor', sql: twoFactor },
  { name: '005-upkeep', sql: upkeep },
  { name: '006-support', sql: support },
  { name: '007-transfers', sql: transfers },
  { name: '008-grin', sql: grin },
  { name: '009-retention', sql: retention },
  { name: '010-nodes', sql: nodes },
  { name: '011-ticket-keys', sql: ticketKeys },
  { name: '012-refused-keys', sql: refusedKeys },
  { name: '013-debts', sql: debts },
  { name: '014-unsettled-orders', sql: unsettledOrders },
  { name: '015-sessions', sql: sessions },
  { name: '016-devices', sql: devices },
  { name: '017-price-bands', sql: priceBands },
  { name: '018-seals', sql: seals },
  { name: '019-volume', sql: volume },
  { name: '020-recovery-codes', sql: recoveryCodes },
  { name: '021-session-list', sql: sessionList },
  { name: '024-passkeys', sql: passkeys },
  { name: '027-solvency', sql: solvency },
  { name: '030-held-withdrawals', sql: heldWithdrawals },
  { name: '031-address-book', sql: addressBook },
  { name: '032-operators', sql: operators },
  { name: '034-fresh-addresses', sql: freshAddresses },
  { name: '035-account-deletion', sql: accountDeletion },
  { name: '036-two-factor-reset', sql: twoFactorReset },
  { name: '039-order-terms', sql: orderTerms },
  { name: '042-sealing-rights', sql: sealingRights },
  { name: '043-amendments', sql: amendments },
  { name: '044-api-keys', sql: apiKeys },
  { name: '045-stop-orders', sql: stopOrders },
  { name: '050-payment-outputs', sql: paymentOutputs },
  { name: '051-real-chains', sql: realChains },
  { name: '055-chain-inputs', sql: chainInputs },
  { name: '056-unsent-transactions', sql: unsentTransactions },
  { name: '057-wrong-key', sql: wrongKey },
  { name: '060-growth', sql: growth },
  { name: '061-given-up', sql: givenUp },
  { name: '065-token-sweeps', sql: tokenSweeps },
  { name: '066-replaced-transactions', sql: replacedTransactions },
  { name: '067-waiting-for', sql: waitingFor },
  { name: '070-grin-outputs', sql: grinOutputs },
  { name: '071-reached-stops', sql: reachedStops },
  { name: '072-people', sql: people },
  { name: '073-books', sql: books },
  { name: '076-price-losses', sql: priceLosses },
  { name: '077-grin-refund-address', sql: grinRefundAddress },
  { name: '078-stop-amendments', sql: stopAmendments },
];
