import type { Page } from '@playwright/test';
import { feesFeedModel, frameOf } from '../models/feesFeed.model.ts';
import type { EventCase } from '../models/tools/explore.ts';
import { FeeSocket } from '../e2e/support/feeSocket.ts';
import { walkScreen } from '../e2e/support/screenWalk.ts';
import { openStopped } from '../e2e/support/time.ts';

const sockets = new WeakMap<Page, FeeSocket>();
const socketOf = (page: Page): FeeSocket => sockets.get(page) ?? new FeeSocket(page);

const news = (name: string): EventCase<typeof feesFeedModel.machine> | undefined =>
  feesFeedModel.variants[0]?.events.find((one) => one.name === name);
const tell =
  (name: string) =>
  (page: Page): Promise<void> =>
    socketOf(page).send((number) => frameOf(news(name)?.event ?? { type: '' }, number));

walkScreen({
  model: feesFeedModel,
  open: async (page) => {
    const socket = new FeeSocket(page);
    sockets.set(page, socket);
    await socket.start();
    await openStopped(page, '/fees');
    await socket.subscribed();
  },
  gestures: {
    'all of one': tell('all of one'),
    'all of both': tell('all of both'),
    'news of another': tell('news of another'),
    'not available': (page) =>
      socketOf(page).send(() => ({ type: 'error', code: 'FEE_DATA_NOT_AVAILABLE', message: 'None yet' })),
    'link lost': (page) => socketOf(page).cut(),
    'link opened': async (page) => {
      await socketOf(page).cut();
      await socketOf(page).reopen();
    },
    retry: (page) => page.getByRole('button', { name: 'Try again' }).click(),
  },
  timers: { patience: (page) => page.clock.fastForward(10_000) },
  facts: ({ value, context }) => ({
    status: value,
    coins: Object.values(context.fees)
      .map(({ symbol, medium }) => `${symbol} ${medium.price}`)
      .sort()
      .join(),
  }),
  read: (page) =>
    page.getByRole('main').evaluate((main) => ({
      status: main.querySelector('[data-status]')?.getAttribute('data-status') ?? 'live',
      coins: [...main.querySelectorAll('li[aria-labelledby^="fees-"]')]
        .map((card) => {
          const price = [...card.querySelectorAll('dd')].map(
            (dd) => /^([\d.]+) sat\/vB/.exec(dd.textContent)?.[1],
          );
          return `${card.querySelector('h3')?.textContent} ${price.find((one) => one !== undefined)}`;
        })
        .sort()
        .join(),
    })),
});
