import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { socketImplementations, socketPort } from '../../../src/machines/socket/socket.actors.ts';
import {
  bookTopic,
  SILENCE_LIMIT,
  subscribeFrame,
  unsubscribeFrame,
} from '../../../src/machines/socket/socket.rules.ts';
import { linkStatus, socketMachine } from '../../../src/machines/socket/socket.machine.ts';
import type { PageFact } from '../../../src/services/page.ts';
import type { SocketHandlers } from '../../../src/services/socket/link.ts';
import { TestClock } from '../../models/tools/clock.ts';
import { scriptedPage } from '../../models/tools/scriptedPage.ts';
import { textHub } from '../../models/tools/textHub.ts';

function runningSocket({ isOnline = true } = {}) {
  const clock = new TestClock();
  const links: SocketHandlers[] = [];
  const { page, say } = scriptedPage({ isOnline });
  const heard: string[] = [];
  const sent: string[] = [];
  const actor = createActor(
    socketMachine.provide(
      socketImplementations({
        openLink: (handlers) => {
          links.push(handlers);
          return { send: ({ type }) => sent.push(type), close: () => sent.push('close') };
        },
        hub: textHub(clock.now),
        page,
        clock,
        random: () => 0,
      }),
    ),
    {
      clock: new TestClock(),
      inspect: (event) => {
        if (event.type === '@xstate.event' && event.event.type.startsWith('link.'))
          heard.push(event.event.type);
      },
    },
  );
  actor.start();
  actor.send({ type: 'subscription.added', topic: bookTopic('XMR-BTC') });
  return { actor, clock, links, heard, sent, say };
}

describe('a link that stood while the machine slept', () => {
  const stateOf = ({ actor }: ReturnType<typeof runningSocket>): string =>
    JSON.stringify(actor.getSnapshot().value);

  it('is asked whether it lives, after a nap', () => {
    const socket = runningSocket();
    socket.links[0]?.opened();
    socket.clock.jump(SILENCE_LIMIT);
    socket.say('woke');
    expect(stateOf(socket)).toContain('"hearing":"probing"');
    expect(socket.sent.at(-1)).toBe('ping');
  });

  it.each<PageFact>(['woke', 'visible', 'restored'])(
    'is given up at once when nothing came for longer than any link is silent: %s',
    (fact) => {
      const socket = runningSocket();
      socket.links[0]?.opened();
      socket.links[0]?.received('{"type":"success"}');
      socket.clock.jump(SILENCE_LIMIT + 1);
      socket.say(fact);
      expect(stateOf(socket)).toBe('"waiting"');
      expect(socket.sent).toContain('close');
    },
  );

  it('is kept where something came in time', () => {
    const socket = runningSocket();
    socket.links[0]?.opened();
    socket.clock.jump(SILENCE_LIMIT);
    socket.links[0]?.received('{"type":"success"}');
    socket.clock.jump(1);
    socket.say('woke');
    expect(socket.actor.getSnapshot().matches('linked')).toBe(true);
  });
});

describe('what the chart hears of the link', () => {
  it('frames at most once a second, however many come', () => {
    const { clock, links, heard } = runningSocket();
    links[0]?.opened();
    for (let frame = 0; frame < 3000; frame += 1) {
      links[0]?.received('{"type":"success"}');
      clock.jump(1);
    }
    expect(heard).toEqual(['link.opened', 'link.heard', 'link.heard', 'link.heard']);
  });

  it('the first frame after a ping at once, so that a link that lives is not taken for dead', () => {
    const { actor, links, heard } = runningSocket();
    links[0]?.opened();
    links[0]?.received('{"type":"success"}');
    actor.send({ type: 'page.visible' });
    links[0]?.received('{"type":"pong"}');
    expect(heard).toEqual(['link.opened', 'link.heard', 'link.heard']);
    expect(actor.getSnapshot().matches({ linked: { connected: { hearing: 'listening' } } })).toBe(true);
  });

  it('frames also after the wall clock was set back', () => {
    const { clock, links, heard } = runningSocket();
    links[0]?.opened();
    links[0]?.received('{"type":"success"}');
    clock.jump(-3_600_000);
    links[0]?.received('{"type":"success"}');
    expect(heard).toEqual(['link.opened', 'link.heard', 'link.heard']);
  });

  it('every ping of the server, each answered once (SOCKET-08)', () => {
    const { links, sent } = runningSocket();
    links[0]?.opened();
    links[0]?.received('{"type":"ping"}');
    links[0]?.received('{"event":"ping"}');
    expect(sent).toEqual(['subscribe_orderbook', 'pong', 'pong']);
  });
});

describe('the page', () => {
  it('without network at the start: no link is tried', () => {
    const { actor, links } = runningSocket({ isOnline: false });
    expect(actor.getSnapshot().value).toBe('offline');
    expect(links).toEqual([]);
    actor.send({ type: 'page.online' });
    expect(links).toHaveLength(1);
  });

  it('subscribers receive the state of the link', () => {
    const { actor, links } = runningSocket();
    const status = (): string => linkStatus(actor.getSnapshot());
    expect(status()).toBe('lost');
    links[0]?.opened();
    expect(status()).toBe('connected');
    for (let loss = 0; loss < 6; loss += 1) {
      links.at(-1)?.closed();
      (actor.clock as TestClock).advanceToNext();
    }
    expect(status()).toBe('exhausted');
    expect(links).toHaveLength(6);
  });

  it('who listens hears only that the link changed, until he leaves', () => {
    const { actor, links, sent } = runningSocket();
    const port = socketPort(actor);
    const heard: string[] = [];
    const stop = port.listen((status) => heard.push(status));
    expect(port.status()).toBe('lost');
    links[0]?.opened();
    port.send({ type: 'subscription.added', topic: 'trades:XMR-BTC' });
    links[0]?.received('{"type":"ping"}');
    expect(heard).toEqual(['connected']);
    expect(sent).toEqual(['subscribe_orderbook', 'subscribe_trades', 'pong']);
    links[0]?.closed();
    stop();
    (actor.clock as TestClock).advanceToNext();
    links.at(-1)?.opened();
    expect(port.status()).toBe('connected');
    expect(heard).toEqual(['connected', 'lost']);
  });

  it.each([
    ['fees', { type: 'subscribe_fees' }],
    ['markets', { type: 'subscribe_markets' }],
    ['account', { type: 'subscribe_account' }],
    ['trades:XMR-BTC', { type: 'subscribe_trades', pair_symbol: 'XMR-BTC' }],
    ['candles:XMR-BTC/minute', { type: 'subscribe_candles', pair_symbol: 'XMR-BTC', frame: 'minute' }],
    ['book:XMR-BTC', { type: 'subscribe_orderbook', pair_symbol: 'XMR-BTC', depth: expect.any(Number) }],
  ] as const)('asks for %s, and for no more of it', (topic, frame) => {
    expect(subscribeFrame(topic)).toEqual(frame);
    const { depth: _, ...same } = { depth: 0, ...frame };
    expect(unsubscribeFrame(topic)).toEqual({ ...same, type: frame.type.replace('sub', 'unsub') });
  });
});
