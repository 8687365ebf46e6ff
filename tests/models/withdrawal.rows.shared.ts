import type { OutageError } from '../../src/domain/failure.ts';
import type { WithdrawalContext } from '../../src/machines/withdrawal/index.ts';
import { type AnyEvent, stableText } from './tools/explore.ts';
import type { Row } from './tools/spec.ts';
import * as cases from './withdrawal.cases.ts';

export type Context = WithdrawalContext;
export type WithdrawalRow = Row<Context>;

export const CHANGED = 'own change';

export const isGrin = ({ ticker }: Context): boolean => ticker === 'GRIN';

const outputOf = (event: AnyEvent) => event.output as { ok: boolean; failure?: unknown; value?: unknown };
export const valueOf = (event: AnyEvent) => outputOf(event).value as never;
export const failureIn = (event: AnyEvent) =>
  (event.error as OutageError | undefined)?.failure ?? (outputOf(event).failure as OutageError['failure']);

export function toast(key: string, kind: 'success' | 'error', more: object = {}): string {
  return `toast ${stableText({ key: `withdraw:toast.${key}`, kind, ...more })}`;
}
/** The server's text where there is one (WITHDRAW-09). */
export const failureToast = (key: string, event: AnyEvent): string => {
  const { text } = failureIn(event);
  return toast(key, 'error', text === undefined ? {} : { text });
};
export const navigate = (to: string): string => `navigate ${stableText({ replace: true, to })}`;

export const READ_HISTORY = (ticker: string): string =>
  `GET /withdrawal/withdrawals/user/history?currency=${ticker}&limit=10&offset=0`;
export const ASK_STANDING = 'GET /withdrawal/withdrawals/w-1/status';

/** Without idempotency keys neither the key nor the venue's own field is sent. */
export function create(
  { ticker, confirmed, confirmedFee, privateCode }: Context,
  hasIdempotencyKeys: boolean,
): string {
  const body = {
    currency: ticker,
    amount: confirmed?.amount,
    address: confirmed?.address,
    ...(hasIdempotencyKeys ? { fee: confirmedFee } : {}),
    ...(privateCode === null ? {} : { two_factor_code: privateCode }),
  };
  const key = hasIdempotencyKeys ? ` key=${cases.IDEMPOTENCY_KEY}` : '';
  return `POST /withdrawal/withdrawals/create ${JSON.stringify(body)}${key}`;
}

export const keep = ({ ticker, sending }: Context, id: string | null): string =>
  // One from elsewhere has no key here, and nothing was noted before it.
  sending?.idempotencyKey === 'w-1'
    ? `keep ${ticker} w-1 [] w-1`
    : `keep ${ticker} ${cases.IDEMPOTENCY_KEY} [w-old] ${id ?? 'no id'}`;
export const drop = ({ ticker }: Context): string => `drop ${ticker}`;

/** Nothing is on its way any more. */
export const SETTLED = { sending: null, privateCode: null, isRepeated: false, isWindowOver: false };
