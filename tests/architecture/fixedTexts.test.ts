import { expect, it } from 'vitest';
import { readSource } from './tools/sources.ts';

/** Manuals quote these English sentences, and QA scripts look for them. The page fills in `{{…}}`. */
const FIXED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  common: {
    'toast.copied': 'Copied to clipboard',
    'toast.copyFailed': 'Failed to copy to clipboard',
    'toast.socketError': 'WebSocket connection error',
    'toast.socketExhausted': 'Unable to connect to server. Please check your connection.',
    'shell.loading': 'Loading...',
  },
  auth: {
    'login.created': 'Account created successfully! Please sign in.',
    'fault.passwordsDoNotMatch': 'Passwords do not match',
  },
  markets: {
    'table.fetchFailed': 'Failed to fetch market data',
    'table.failed': 'Error loading market data',
  },
  trade: {
    'header.failed': 'Error fetching market data',
    'list.failed': 'Error fetching markets',
    'history.failed': 'Error loading market history: {{reason}}',
    'book.status.failed': 'Connection failed',
    'book.status.disconnected': 'Disconnected',
    'book.loading': 'Loading order book...',
    'book.none': 'No Orders Available',
    'book.failure.unreachable': 'Unable to connect to server. Please check your connection.',
    'book.failure.refused': 'Failed to connect to server',
    'chart.failed': 'Failed to load historical data',
    'chart.invalidTime': 'Invalid time',
    'form.failed.buy': 'Buy order failed',
    'form.failed.sell': 'Sell order failed',
    'mine.toast.cancellationRequested': 'Order cancellation requested',
    'mine.toast.cancellationFailed': 'Failed to cancel order',
  },
  wallet: { failed: 'Failed to fetch wallet data', 'toast.failed': 'Failed to fetch wallet data' },
  deposit: { 'slatepack.failed': 'Failed to process slatepack. Please fix and resubmit.' },
  faults: { 'slatepack.EMPTY': 'Slatepack message is required. Please paste a valid slatepack message.' },
  withdraw: {
    'toast.feeUnavailable': 'Fee data unavailable for {{symbol}}',
    'toast.finalizeFailed': 'Finalize failed',
    'result.broadcast': 'Broadcasted successfully',
    'result.notBroadcast': 'Submitted, broadcast failed',
  },
  account: {
    'dashboard.cooldown': 'Security cooldown',
    'dashboard.ready': 'Ready for trading',
    'security.twoFactor.invalidCode': 'Invalid code, please try again',
  },
  apidocs: { copied: 'Copied!' },
};

const textAt = (namespace: string, key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>(
      (part, name) => (part as Readonly<Record<string, unknown>> | undefined)?.[name],
      JSON.parse(readSource(`locales/en/${namespace}.json`).text),
    );

it.each(
  Object.entries(FIXED).flatMap(([namespace, texts]) =>
    Object.entries(texts).map(([key, text]) => [namespace, key, text] as const),
  ),
)('%s:%s is “%s”', (namespace, key, text) => expect(textAt(namespace, key)).toBe(text));
