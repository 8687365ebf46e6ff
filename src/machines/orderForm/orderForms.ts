import { createActor } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import { type OrderDraft, keptText, recalledDraft } from './orderDraft.rules.ts';
import type { SentOrder } from '../../domain/placedOrder.ts';
import type { Clock } from '../../services/clock.ts';
import type { NotedOutcomes } from '../app/openOutcomes.ts';
import { readStatus, selectData } from '../resource/resource.machine.ts';
import type { DataOf } from '../resource/resource.reads.ts';
import type { Resources } from '../resource/resource.actors.ts';
import { followReads, type Toast, selectFailure, watcherOf } from '../shared/common.ts';
import {
  isOutcomeUnknown,
  isSettled,
  type orderFormMachine,
  type OrderFormRef,
} from './orderForm.machine.ts';

/** The text of one form. It outlives the form, so that nothing typed is lost. */
export interface DraftStore {
  readonly get: () => OrderDraft;
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (next: (draft: OrderDraft) => OrderDraft) => void;
}

export interface OrderFormHandle {
  readonly ref: OrderFormRef;
  readonly draft: DraftStore;
  /** The form is ended when nobody watches it and no answer is awaited. */
  readonly watch: () => () => void;
}

export interface OrderForms {
  /** Starts nothing. Each user has forms of their own. */
  readonly of: (pair: string, side: Side, userId: string | null) => OrderFormHandle;
}

export interface OrderFormsDependencies {
  readonly machine: typeof orderFormMachine;
  readonly clock: Clock;
  readonly allowsMarket: boolean;
  /** Stored texts of a user; visitors have none. */
  readonly typed: {
    readonly read: (userId: string, name: string) => string;
    readonly write: (userId: string, name: string, text: string) => void;
  };
  /** The form's last order, if it is unsettled. */
  readonly recall: (userId: string, pair: string, side: Side) => SentOrder | null;
  readonly say: (toast: Omit<Toast, 'type'>) => void;
  /** See `openOutcomes.ts`. */
  readonly noteForm: NotedOutcomes['noteForm'];
  /** Called when an actor died of a defect. */
  readonly defect: (error: unknown) => void;
}

/** They outlive the screens, so that no answer is missed. `forget` ends those of a user who left. */
export function createOrderForms(
  dependencies: OrderFormsDependencies,
): OrderForms & { readonly forget: () => void } {
  const orderForms = new Map<string, OrderFormHandle & { readonly end: () => void }>();
  const drafts = new Map<string, DraftStore>();

  const draftOf = (key: string, form: string, userId: string | null): DraftStore => {
    const { typed } = dependencies;
    const known =
      drafts.get(key) ??
      createDraft(
        userId === null ? '' : typed.read(userId, form),
        (text) => userId !== null && typed.write(userId, form, text),
      );
    drafts.set(key, known);
    return known;
  };

  function make(
    key: string,
    pair: string,
    side: Side,
    userId: string | null,
  ): OrderFormHandle & { readonly end: () => void } {
    const { machine, clock, allowsMarket, recall, noteForm } = dependencies;
    const kept = userId === null ? null : recall(userId, pair, side);
    const ref = createActor(machine, { clock, input: { pair, side, allowsMarket, kept } });
    // Nothing runs before somebody watches.
    let isWatched = true;
    const end = (): void => {
      if (orderForms.get(key)?.ref === ref) orderForms.delete(key);
      ref.stop();
      noteForm(key, null);
    };
    const endIfIdle = (): void => {
      if (!isWatched && isSettled(ref.getSnapshot())) end();
    };
    ref.subscribe({
      next: (snapshot) => {
        noteForm(key, { pair, side, isUnknown: isOutcomeUnknown(snapshot) });
        endIfIdle();
      },
      error: (error) => {
        if (orderForms.get(key)?.ref === ref) orderForms.delete(key);
        noteForm(key, null);
        dependencies.defect(error);
      },
    });
    ref.on('toast', ({ type: _type, ...toast }) => dependencies.say(toast));
    return {
      ref,
      draft: draftOf(key, `order ${pair} ${side}`, userId),
      end,
      watch: watcherOf(ref, (now) => {
        isWatched = now;
        if (!isWatched) endIfIdle();
      }),
    };
  }

  return {
    of(pair, side, userId) {
      const key = JSON.stringify([userId, pair, side]);
      const form = orderForms.get(key) ?? make(key, pair, side, userId);
      orderForms.set(key, form);
      return form;
    },
    forget() {
      for (const form of orderForms.values()) form.end();
      drafts.clear();
    },
  };
}

/** @param keep called with the text after each change. */
function createDraft(kept: string, keep: (text: string) => void): DraftStore {
  let draft = recalledDraft(kept);
  let known = kept;
  const listeners = new Set<() => void>();
  return {
    get: () => draft,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    change(next) {
      const changed = next(draft);
      if (changed === draft) return;
      draft = changed;
      const text = keptText(draft);
      if (text !== known) {
        known = text;
        keep(text);
      }
      for (const listener of listeners) listener();
    },
  };
}

/** `loaded` is called again for each newer version. */
export interface SettingsListener {
  readonly loaded: (settings: PairSettings) => void;
  readonly failed: (failure: Failure) => void;
}

export type WatchSettings = (
  pair: string,
  listener: SettingsListener,
) => { readonly retry: () => void; readonly stop: () => void };

export function createWatchSettings(resources: Pick<Resources, 'of'>): WatchSettings {
  return (pair, listener) => {
    const read = resources.of('pairSettings', { pair }, null);
    let last: unknown = null;
    const tell = (): void => {
      const snapshot = read.ref.getSnapshot();
      const settings = selectData(snapshot) as DataOf<'pairSettings'> | null;
      const failure = readStatus(snapshot) === 'failed' ? selectFailure(snapshot) : null;
      const news = settings ?? failure;
      if (news === null || news === last) return;
      last = news;
      if (settings) listener.loaded(settings);
      else if (failure) listener.failed(failure);
    };
    return { stop: followReads([read], tell), retry: () => read.ref.send({ type: 'user.refresh' }) };
  };
}
