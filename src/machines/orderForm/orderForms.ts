import { createActor } from 'xstate';
import type { Failure } from '../../domain/failure.ts';
import type { PairSettings, Side } from '../../domain/market.ts';
import { type OrderDraft, keptText, recalledDraft } from './orderDraft.rules.ts';
import type { SentOrder } from '../../domain/placedOrder.ts';
import type { Clock } from '../../services/clock.ts';
import type { NotedOutcomes } from '../app/index.ts';
import { readStatus, selectData, type DataOf, type Resources } from '../resource/index.ts';
import { type Toast, selectFailure } from '../shared/index.ts';
import { type OrderFormRef, isOutcomeUnknown, isSettled } from './orderForm.selectors.ts';
import type { orderFormMachine } from './orderForm.machine.ts';

/** The text of one form. It outlives the form, so that a closed sheet or another page loses nothing that was typed. */
export interface DraftStore {
  readonly get: () => OrderDraft;
  /** @returns a function that stops listening. */
  readonly subscribe: (listener: () => void) => () => void;
  readonly change: (next: (draft: OrderDraft) => OrderDraft) => void;
}

/** One side's order form of one pair. */
export interface OrderFormHandle {
  readonly ref: OrderFormRef;
  readonly draft: DraftStore;
  /**
   * Says that somebody shows it. It goes on after the last one left as long as an answer is awaited.
   * @returns a function that says that they left.
   */
  readonly watch: () => () => void;
}

/** The order forms of the page. */
export interface OrderForms {
  /**
   * Calling it starts nothing.
   * @param userId who is signed in; forms are kept apart by user.
   */
  readonly of: (pair: string, side: Side, userId: string | null) => OrderFormHandle;
}

export interface OrderFormsDependencies {
  /** With its implementations. */
  readonly machine: typeof orderFormMachine;
  readonly clock: Clock;
  readonly allowsMarket: boolean;
  /** Where what was typed is kept for a user; nothing is kept of one who is not signed in. */
  readonly typed: {
    readonly read: (userId: string, name: string) => string;
    readonly write: (userId: string, name: string, text: string) => void;
  };
  /** What is kept of a form's last order, which is still on its way; null when there is none. */
  readonly recall: (userId: string, pair: string, side: Side) => SentOrder | null;
  readonly say: (toast: Omit<Toast, 'type'>) => void;
  /** See `openOutcomes.ts`. */
  readonly noteForm: NotedOutcomes['noteForm'];
  /** Told when an actor died of a defect. */
  readonly defect: (error: unknown) => void;
}

/**
 * The order forms of the page. Their actors live outside the screens: whoever leaves while an order is on its way still
 * hears what became of it, and finds the same form when they come back. `forget` ends those of a user who left.
 */
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
    let readers = 0;
    const end = (): void => {
      if (orderForms.get(key)?.ref === ref) orderForms.delete(key);
      ref.stop();
      noteForm(key, null);
    };
    const endIfIdle = (): void => {
      if (readers === 0 && isSettled(ref.getSnapshot())) end();
    };
    // An order that nobody watches any more is waited for, and no longer.
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
      watch() {
        readers += 1;
        if (ref.getSnapshot().status === 'active') ref.start();
        let isOver = false;
        return () => {
          if (isOver) return;
          isOver = true;
          readers -= 1;
          // A moment late, so that a form that is taken down and put up again is one reader who stays.
          queueMicrotask(endIfIdle);
        };
      },
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

/** @param keep told what the user filled in, whenever that changed. */
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

/** What a reader of a pair's settings hears; `loaded` again whenever newer ones came. */
export interface SettingsListener {
  readonly loaded: (settings: PairSettings) => void;
  readonly failed: (failure: Failure) => void;
}

/** The shared read of a pair's settings, followed. */
export type WatchSettings = (
  pair: string,
  listener: SettingsListener,
) => { readonly retry: () => void; readonly stop: () => void };

/** Follows the shared read of a pair's settings. */
export function createWatchSettings(resources: Pick<Resources, 'of'>): WatchSettings {
  return (pair, listener) => {
    const { ref, watch } = resources.of('pairSettings', { pair }, null);
    let told: unknown = null;
    const tell = (): void => {
      const snapshot = ref.getSnapshot();
      // The resource was made for this name, and its reader answers with that name's data.
      const settings = selectData(snapshot) as DataOf<'pairSettings'> | null;
      const failure = readStatus(snapshot) === 'failed' ? selectFailure(snapshot) : null;
      const news = settings ?? failure;
      if (news === null || news === told) return;
      told = news;
      if (settings) listener.loaded(settings);
      else if (failure) listener.failed(failure);
    };
    const subscription = ref.subscribe(tell);
    const leave = watch();
    tell();
    return {
      retry: () => ref.send({ type: 'user.refresh' }),
      stop: () => {
        subscription.unsubscribe();
        leave();
      },
    };
  };
}
