import { fromCallback } from 'xstate';
import { type AskAgain, type FeesFeedEvent, feesFeedMachine } from './feesFeed.machine.ts';
import type { LinkStatus } from '../socket/socket.machine.ts';
import { socketPort, type SocketPort } from '../socket/socket.actors.ts';
import { readFees } from '../../services/contract/fees.ts';
import type { Log } from '../../services/log.ts';
import type { FrameHub } from '../../services/socket/hub.ts';
import type { App } from '../app/app.ts';

export interface FeesFeedDependencies {
  readonly hub: Pick<FrameHub, 'onFees' | 'onError'>;
  readonly socket: SocketPort;
  readonly log: Pick<Log, 'unreadable' | 'warning'>;
}

const TOPIC = 'fees';
const NOT_AVAILABLE = 'FEE_DATA_NOT_AVAILABLE';

export function feesFeedImplementations({ hub, socket, log }: FeesFeedDependencies) {
  return {
    actors: {
      feed: fromCallback<AskAgain>(({ sendBack, receive }) => {
        const send = (event: FeesFeedEvent): void => sendBack(event);
        const stopFees = hub.onFees(({ mode, fees: raw }) => {
          const { fees, faults } = readFees(raw);
          if (faults.length > 0) log.unreadable(TOPIC, faults);
          send({ type: 'fees.received', mode, fees });
        });
        const stopErrors = hub.onError(({ code }) => {
          if (code === NOT_AVAILABLE) send({ type: 'fees.unavailable' });
        });
        const stopLink = socket.listen((status: LinkStatus) => {
          send({ type: status === 'connected' ? 'link.opened' : 'link.lost' });
        });
        socket.send({ type: 'subscription.added', topic: TOPIC });
        receive(() => {
          if (socket.status() === 'connected') socket.send({ type: 'subscription.renewed', topic: TOPIC });
          else socket.send({ type: 'user.reconnect' });
        });
        return () => {
          stopLink();
          stopErrors();
          stopFees();
          socket.send({ type: 'subscription.removed', topic: TOPIC });
        };
      }),
    },
    actions: { warnUnavailable: () => log.warning('the server has no network fees to tell') },
  };
}

export const provideFeesFeed = ({ services, socket }: App) =>
  feesFeedMachine.provide(feesFeedImplementations({ ...services, socket: socketPort(socket) }));
