import { fromCallback } from 'xstate';
import { retryDelay } from '../../domain/retryDelay.ts';
import type { Clock } from '../../services/clock.ts';
import { isReturn, type Page } from '../../services/page.ts';
import type { FrameHub } from '../../services/socket/hub.ts';
import type { OpenLink } from '../../services/socket/link.ts';
import {
  linkStatus,
  type LinkStatus,
  type SendFrame,
  type SocketContext,
  type SocketEvent,
  type SocketRef,
} from './socket.machine.ts';
import { SILENCE_LIMIT } from './socket.rules.ts';

export interface SocketDependencies<Frame> {
  readonly openLink: OpenLink<Frame>;
  readonly hub: Pick<FrameHub<Frame>, 'receive'>;
  readonly page: Pick<Page, 'isOnline' | 'listen'>;
  readonly clock: Pick<Clock, 'now'>;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** Least milliseconds between two notices of frames to the machine. */
const HEARD_EVERY = 1000;

export function socketImplementations<Frame>({
  openLink,
  hub,
  page,
  clock,
  random,
}: SocketDependencies<Frame>) {
  return {
    actors: {
      link: fromCallback<SendFrame>(({ sendBack, receive }) => {
        const say = (event: SocketEvent): void => sendBack(event);
        let toldAt = -HEARD_EVERY;
        let heardAt = clock.now();
        // Throws for an address that the browser refuses, which counts as a failed link.
        const link = openLink({
          opened: () => say({ type: 'link.opened' }),
          failed: () => say({ type: 'link.failed' }),
          closed: () => say({ type: 'link.closed' }),
          received: (frame) => {
            const kind = hub.receive(frame);
            heardAt = clock.now();
            // A frame that cannot be read proves the connection, too.
            const since = clock.now() - toldAt;
            if (kind !== 'ping' && since >= 0 && since < HEARD_EVERY) return;
            toldAt = clock.now();
            say({ type: kind === 'ping' ? 'link.pinged' : 'link.heard' });
          },
        });
        receive(({ frame }) => {
          if (frame.type === 'ping') toldAt = -HEARD_EVERY;
          link.send(frame);
        });
        // The machine's own timer stands still during sleep, and is late in a hidden tab.
        const stop = page.listen((fact) => {
          if (isReturn(fact) && clock.now() - heardAt > SILENCE_LIMIT) say({ type: 'link.closed' });
        });
        return () => {
          stop();
          link.close();
        };
      }),
      page: fromCallback<SocketEvent>(({ sendBack }) => {
        const say = (event: SocketEvent): void => sendBack(event);
        if (!page.isOnline()) say({ type: 'page.offline' });
        return page.listen((fact) => {
          // After sleep the connection is probed, as when the page becomes visible.
          if (fact === 'woke') say({ type: 'page.visible' });
          else if (fact !== 'hidden' && fact !== 'clockSet') say({ type: `page.${fact}` });
        });
      }),
    },
    delays: {
      retryPause: ({ context }: { context: SocketContext }) => retryDelay(context.attempt, random()),
    },
  };
}

export interface SocketPort {
  status(): LinkStatus;
  /** @returns a function that stops listening. */
  listen(listener: (status: LinkStatus) => void): () => void;
  send(event: SocketEvent): void;
}

export function socketPort(actor: SocketRef): SocketPort {
  return {
    status: () => linkStatus(actor.getSnapshot()),
    listen(listener) {
      let last = linkStatus(actor.getSnapshot());
      const subscription = actor.subscribe((snapshot) => {
        const status = linkStatus(snapshot);
        if (status === last) return;
        last = status;
        listener(status);
      });
      return () => subscription.unsubscribe();
    },
    send: (event) => actor.send(event),
  };
}
