import type { AnyActorRef } from 'xstate';
import type { ScriptedNetwork } from './tools/ports.ts';

/**
 * Counts what must never happen: two orders at once, an order without its key, or one without its own press. Only a
 * press of "Send again" may send the same key.
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
    /** @returns the effects, with a complaint that no row expects if a rule was broken. */
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
