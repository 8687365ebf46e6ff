import type { AnyActorRef } from 'xstate';
import type { ScriptedNetwork } from '../tools/ports.ts';

/**
 * Counts what the walks may never see: two orders on their way at once, an order without a press, one press that
 * became two orders. A request that repeats its intent is the same order to a server that takes intents.
 */
export function watchPresses(network: ScriptedNetwork, usesIntents: boolean) {
  let pressed = 0;
  let orders = 0;
  const intents = new Set<string>();
  return {
    attach(actor: AnyActorRef): void {
      actor.system.inspect((inspected) => {
        if (inspected.type === '@xstate.event' && inspected.event.type === 'user.submit') pressed += 1;
      });
    },
    /** @returns the effects, with a complaint behind them if the rule was broken: no row expects one. */
    judge(effects: readonly string[]): string[] {
      for (const effect of effects.filter((one) => one.startsWith('POST '))) {
        const intent = / key=(\S+)$/.exec(effect)?.[1];
        if (usesIntents && intent === undefined) return [...effects, 'an order left without its intent'];
        if (intent === undefined || !intents.has(intent)) orders += 1;
        if (intent !== undefined) intents.add(intent);
      }
      const open = network.open().filter((title) => title.startsWith('POST ')).length;
      return [
        ...effects,
        ...(open > 1 ? [`${open} orders are on their way at once`] : []),
        ...(orders > pressed ? [`${orders} orders for ${pressed} presses`] : []),
      ];
    },
  };
}
