/** Calls that are loaded when they are first needed: only users send them, and visitors are spared their wire. */
export interface CallArea<Calls> {
  readonly load: () => Promise<Calls>;
  /** Does something with the calls: at once when they are there, else as soon as they are. */
  readonly use: <Result>(work: (calls: Calls) => Promise<Result>) => Promise<Result>;
}

function area<Calls>(bring: () => Promise<Calls>): CallArea<Calls> {
  let there: Calls | undefined;
  const load = async (): Promise<Calls> => (there ??= await bring());
  return {
    load,
    use: (work) => (there === undefined ? load().then(work) : work(there)),
  };
}

export const orderArea = area(
  async () => (await import('../../services/contract/calls/orders.ts')).orderCalls,
);
export const walletArea = area(
  async () => (await import('../../services/contract/calls/wallet.ts')).walletCalls,
);
export const supportArea = area(
  async () => (await import('../../services/contract/calls/support.ts')).supportCalls,
);
