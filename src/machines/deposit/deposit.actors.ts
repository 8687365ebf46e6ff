import { fromCallback, fromPromise } from 'xstate';
import { depositGate } from '../../domain/depositGate.ts';
import { type DepositAddress, finalizeWindow, type FinalizeWindow } from '../../domain/deposit.ts';
import { OutageError } from '../../domain/failure.ts';
import { type Result, succeeded, valueOrThrow } from '../../domain/result.ts';
import type { Clock } from '../../services/clock.ts';
import { walletCalls } from '../../services/contract/calls/wallet.ts';
import type { Http } from '../../services/http/port.ts';
import { isReturn, type Page } from '../../services/page.ts';
import { type WatchCoinFacts, watchCoinFactsOf } from '../refundAddresses/coinFacts.ts';
import { createWrite } from '../write/write.machine.ts';
import {
  type DepositEvent,
  type DepositInput,
  depositMachine,
  type FreshAddress,
  type Reload,
} from './deposit.machine.ts';
import {
  type ReceiveInput,
  type ResumedDeposit,
  type SignedSlatepack,
  type SlatepackDepositEvent,
  slatepackDepositMachine,
} from './slatepackDeposit.machine.ts';
import type { App } from '../app/app.ts';
import { perApp } from '../shared/common.ts';
import { createDeposits } from './deposits.ts';

export interface DepositDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly watchFacts: WatchCoinFacts;
  readonly reportOutage: () => void;
}

export function depositImplementations({ http, watchFacts, reportOutage }: DepositDependencies) {
  return {
    actors: {
      facts: fromCallback<Reload, DepositInput>(({ input, sendBack, receive }) => {
        const say = (event: DepositEvent): void => sendBack(event);
        const watch = watchFacts({
          known: ({ coins, refundAddresses }) => {
            const coin = coins.find(({ ticker }) => ticker === input.symbol);
            say({ type: 'facts.known', coin: coin ?? null, gate: depositGate(coin, refundAddresses) });
          },
          failed: (what, failure) => say({ type: 'facts.failed', what, failure }),
        });
        receive(watch.reload);
        return watch.stop;
      }),
      requestAddress: fromPromise<DepositAddress, DepositInput>(async ({ input, signal }) =>
        valueOrThrow(
          await http.send(
            walletCalls.createDepositAddress,
            { body: { coin_ticker: input.symbol } },
            { signal },
          ),
        ),
      ),
      makeAddress: createWrite<FreshAddress, DepositAddress>({
        send: async ({ symbol }) => {
          const answer = await http.send(walletCalls.freshDepositAddress, { body: { coin_ticker: symbol } });
          // It was made, and its address is not known yet.
          if (answer.ok && answer.value.address === null) {
            throw new OutageError({ code: 'unreadable', retryable: false });
          }
          return answer;
        },
        look: async ({ symbol, shown }, signal) => {
          const query = { coin_ticker: symbol };
          const list = await http.send(walletCalls.depositAddresses, { query }, { signal });
          return list.ok ? succeeded(newAddress(list.value, shown)) : list;
        },
      }),
    },
    actions: { reportOutage },
  };
}

/**
 * The result of a request for another address: the newest, unless it is the one that was shown.
 * @param addresses the newest first.
 */
function newAddress([newest]: readonly DepositAddress[], shown: string | null): DepositAddress | null {
  return newest !== undefined && newest.address !== null && newest.address !== shown ? newest : null;
}

export interface SlatepackDepositDependencies {
  readonly http: Pick<Http, 'send'>;
  readonly clock: Clock;
  readonly page: Pick<Page, 'listen'>;
  readonly invalidateDeposits: () => void;
}

/** Browsers fire a timer of more than 2^31 milliseconds at once. */
const LONGEST_PAUSE = 60_000;

export function slatepackDepositImplementations({
  http,
  clock,
  page,
  invalidateDeposits,
}: SlatepackDepositDependencies) {
  return {
    actors: {
      receive: fromPromise<Result<SignedSlatepack>, ReceiveInput>(async ({ input, signal }) => {
        const body = { slatepack_message: input.privateText };
        const answer = await http.send(walletCalls.receiveGrinDeposit, { body }, { signal });
        if (!answer.ok) return answer;
        const { slatepack, depositId, expiresAt } = answer.value;
        return succeeded({ slatepack, depositId, ...finalizeWindow(clock.now(), expiresAt) });
      }),
      resume: fromPromise<ResumedDeposit, { readonly id: string }>(async ({ input, signal }) => {
        const answer = await http.send(walletCalls.depositStatus, { params: input }, { signal });
        const { toFinalize, ...progress } = valueOrThrow(answer);
        const signed = toFinalize && {
          slatepack: toFinalize.slatepack,
          depositId: input.id,
          ...finalizeWindow(clock.now(), toFinalize.expiresAt),
        };
        return { progress, signed: signed ?? null };
      }),
      window: fromCallback<SlatepackDepositEvent, FinalizeWindow>(({ input, sendBack }) => {
        let timer: unknown;
        let isNarrow = false;
        const look = (): void => {
          clock.clearTimeout(timer);
          const now = clock.now();
          if (now >= input.closesAt) return sendBack({ type: 'window.closed' });
          if (now >= input.safeUntil && !isNarrow) sendBack({ type: 'window.narrowed' });
          isNarrow = now >= input.safeUntil;
          const next = isNarrow ? input.closesAt : input.safeUntil;
          timer = clock.setTimeout(look, Math.min(next - now, LONGEST_PAUSE));
        };
        timer = clock.setTimeout(look, Math.max(0, Math.min(input.safeUntil - clock.now(), LONGEST_PAUSE)));
        // Timers are late after sleep.
        const stop = page.listen((fact) => {
          if (isReturn(fact)) look();
        });
        return () => {
          clock.clearTimeout(timer);
          stop();
        };
      }),
    },
    actions: { invalidateDeposits },
  };
}

export const depositsOf = perApp((app: App) => {
  const { http, clock, log } = app.services;
  return createDeposits({
    machine: depositMachine.provide(
      depositImplementations({
        http,
        watchFacts: watchCoinFactsOf(app),
        reportOutage: () => app.root.send({ type: 'service.failed' }),
      }),
    ),
    clock,
    defect: (error) => log.defect('deposit', error),
  });
});

export const provideSlatepackDeposit = ({ services, resources }: App) =>
  slatepackDepositMachine.provide(
    slatepackDepositImplementations({
      ...services,
      invalidateDeposits: () => resources.invalidate('deposits'),
    }),
  );
