import type { CallName } from '../../src/services/contract/index.ts';
import { goneOf, networksOfClient } from './entrance.ts';
import { createGate } from './gate.ts';
import type { CallRequest, Handlers } from './handler.ts';

/** Expensive calls: database reads, large answers, hashes. Each kind has its own queue. */
const GATED: Partial<Record<CallName, keyof typeof GATES>> = {
  candles: 'everybody',
  orderBook: 'everybody',
  trades: 'everybody',
  solvencyStatements: 'everybody',
  order: 'user',
  orders: 'user',
  executions: 'user',
  balances: 'user',
  deposits: 'user',
  depositAddresses: 'user',
  withdrawals: 'user',
  tickets: 'user',
  comments: 'user',
  solvencyProof: 'user',
  login: 'password',
  askTwoFactorReset: 'password',
  recoverPassword: 'password',
  register: 'password',
  passkeyLoginOptions: 'passkey',
  passkeyLogin: 'passkey',
  confirmPasskeyOptions: 'account',
  confirmPasskey: 'account',
  passkeyOptions: 'known',
  removePasskey: 'known',
  addPasskey: 'account',
  renamePasskey: 'account',
  changePassword: 'known',
  deleteAccount: 'known',
  placeLimitOrder: 'order',
  placeMarketOrder: 'order',
  amendOrder: 'order',
  cancelOrder: 'order',
  createWithdrawal: 'account',
  cancelWithdrawal: 'account',
  finalizeGrinWithdrawal: 'account',
  receiveGrinDeposit: 'account',
  createDepositAddress: 'account',
  freshDepositAddress: 'account',
  setRefundAddress: 'account',
  removeRefundAddress: 'account',
  addressBook: 'account',
  switchAddressBook: 'account',
  addBookAddress: 'account',
  removeBookAddress: 'account',
  refundAddresses: 'account',
  refundAddressCount: 'account',
  accountRemains: 'account',
  twoFactorEnable: 'account',
  twoFactorVerify: 'account',
  twoFactorDisable: 'account',
  recoveryCodes: 'account',
  newRecoveryCodes: 'account',
  stopTwoFactorReset: 'account',
  makeRecoveryKey: 'known',
  apiKeys: 'account',
  createApiKey: 'known',
  confirmApiKey: 'known',
  revokeApiKey: 'account',
  sessions: 'account',
  endSession: 'account',
  endOtherSessions: 'account',
  nameSession: 'account',
  createTicket: 'account',
  commentTicket: 'account',
};

const GATES = {
  everybody: { atOnce: 2, waiting: 64, waitingPerSource: 16, rest: 3 },
  user: { atOnce: 4, waiting: 128, waitingPerSource: 16, rest: 1 },
  password: { atOnce: 2, waiting: 200, waitingPerSource: 100, rest: 0 },
  device: { atOnce: 8, waiting: 512, waitingPerSource: 128, rest: 0 },
  passkey: { atOnce: 2, waiting: 128, waitingPerSource: 32, rest: 1 },
  known: { atOnce: 2, waiting: 200, waitingPerSource: 8, rest: 0 },
  order: { atOnce: 16, waiting: 512, waitingPerSource: 128, rest: 0 },
  account: { atOnce: 2, waiting: 256, waitingPerSource: 64, rest: 1 },
};

/**
 * Limits concurrent calls of a kind, and drops waiting calls of clients that are gone (LOAD-03, LOAD-11). Writes take
 * turns by address, because one attacker may have many accounts. Known devices have places of their own, which
 * strangers cannot fill (LOGIN-24). @param trustedProxies as for `sourceOf`.
 */
export function withGates(
  handlers: Handlers,
  trustedProxies: number,
  findDevice: FindDevice = () => null,
): Handlers {
  const gates = {
    everybody: createGate(GATES.everybody),
    user: createGate(GATES.user),
    password: createGate(GATES.password),
    device: createGate(GATES.device),
    known: createGate(GATES.known),
    passkey: createGate(GATES.passkey),
    order: createGate(GATES.order),
    account: createGate(GATES.account),
  };
  const gated = Object.entries<Handle>(handlers).map(([name, handle]) => {
    const kind = GATED[name as CallName];
    if (!kind) return [name, handle];
    return [
      name,
      async (request: CallRequest) => {
        const onGone = goneOf(request.c);
        const address = networksOfClient(request.c, trustedProxies);
        const finding = NAMING_DEVICES.has(name) ? findDevice(request) : null;
        const device = finding && (await gates.device.pass(address, onGone, finding));
        const account = kind === 'user' || kind === 'known' ? request.session?.account.id : undefined;
        const own = device ?? account;
        return gates[device ? 'known' : kind].pass(own === undefined ? address : [own], onGone, async () =>
          handle(request),
        );
      },
    ];
  });
  return Object.fromEntries(gated) as Handlers;
}

/** Sign-in calls, which carry an e-mail address. */
const NAMING_DEVICES: ReadonlySet<string> = new Set<CallName>(['login', 'askTwoFactorReset']);

/** Null where the request names no device, else a look-up, which gives null for an unknown one. */
export type FindDevice = (request: CallRequest<'login'>) => (() => Promise<string | null>) | null;

type Handle = (request: CallRequest) => unknown;
