import type { AnyActorRef } from 'xstate';
import type { ScriptedNetwork } from '../tools/ports.ts';

/**
 * Counts what the walks may never see: two orders on their way at once, an order without its key, an order that leaves
 * without a press of its own. "Send again" is such a press, and the only one that may send the same key.
 */
export function watchPresses(network: ScriptedNetwork) {
  let pressed = 0;
  let orders = 0;
  return {
    attach(actor: AnyActorRef): void {
      actor.system.inspect((inspected) => {
        if (inspected.type !== '@xstate.event') return;
        if (/^user\.(submit|sendAgain)$/.test(inspected.event.type)) pressed += 1;
      });
    },
    /** @returns the effects, with a complaint behind them if the rule was broken: no row expects one. */
    judge(effects: readonly string[]): string[] {
      const sent = effects.filter((one) => one.startsWith('POST '));
      orders += sent.length;
      const open = network.open().filter((title) => title.startsWith('POST ')).length;
      return [
        ...effects,
        ...(sent.every((one) => / key=\S+$/.test(one)) ? [] : ['an order left without its key']),
        ...(open > 1 ? [`${open} orders are on their way at once`] : []),
        ...(orders > pressed ? [`${orders} orders for ${pressed} presses`] : []),
      ];
    },
  };
}
