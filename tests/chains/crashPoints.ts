import type { ChainReader, ChainSender } from '../../venue/chains/port.ts';

export type Chain = ChainReader & ChainSender;

export class Crash extends Error {}

export const crash = (): never => {
  throw new Crash('the venue died here');
};

export type Death = readonly [point: string, dying: (chain: Chain) => Chain];

/** Whatever is sent. @param mine puts it into a block. */
export const deathsAfterSending = (mine: () => Promise<void>): readonly Death[] => [
  [
    'sent, and its answer lost',
    (chain) => ({
      ...chain,
      async send(bytes) {
        await chain.send(bytes);
        crash();
      },
    }),
  ],
  [
    'sent and in a block, and nobody knows',
    (chain) => ({
      ...chain,
      async send(bytes) {
        await chain.send(bytes);
        await mine();
        crash();
      },
    }),
  ],
];

/**
 * The same chain, in the hands of a venue that dies at one point of a withdrawal.
 * @param mine puts what was sent into a block.
 */
export const crashPoints = (mine: () => Promise<void>): readonly Death[] => [
  ['before anything is built', (chain) => ({ ...chain, prepare: async () => crash() })],
  [
    'built and not stored',
    (chain) => ({
      ...chain,
      async prepare(next) {
        const sending = await chain.prepare(next);
        return {
          ...sending,
          build(order) {
            sending.build(order);
            return crash();
          },
        };
      },
    }),
  ],
  ['stored and not sent', (chain) => ({ ...chain, send: async () => crash() })],
  ...deathsAfterSending(mine),
];
