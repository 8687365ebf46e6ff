import type { ChainReader, ChainSender } from '../../venue/chains/port.ts';

export type Chain = ChainReader & ChainSender;

export class Crash extends Error {}

export const crash = (): never => {
  throw new Crash('the venue died here');
};

export type Death = readonly [point: string, dying: (chain: Chain) => Chain];

/**
 * Whatever is sent.
 * @param mine puts it into a block. @param die may let it live on, and die the next time.
 */
export const deathsAfterSending = (mine: () => Promise<void>, die: () => void = crash): readonly Death[] => [
  [
    'sent, and its answer lost',
    (chain) => ({
      ...chain,
      async send(bytes) {
        await chain.send(bytes);
        die();
      },
    }),
  ],
  [
    'sent and in a block, unknown to the venue',
    (chain) => ({
      ...chain,
      async send(bytes) {
        await chain.send(bytes);
        await mine();
        die();
      },
    }),
  ],
];

/** The same chain, in the hands of a venue that dies at one point of a withdrawal. Parameters as above. */
export const crashPoints = (mine: () => Promise<void>, die: () => void = crash): readonly Death[] => [
  [
    'before anything is built',
    (chain) => ({
      ...chain,
      async prepare(next) {
        die();
        return chain.prepare(next);
      },
    }),
  ],
  [
    'built and not stored',
    (chain) => ({
      ...chain,
      async prepare(next) {
        const sending = await chain.prepare(next);
        return {
          ...sending,
          build(order) {
            const built = sending.build(order);
            die();
            return built;
          },
        };
      },
    }),
  ],
  [
    'stored and not sent',
    (chain) => ({
      ...chain,
      async send(bytes) {
        die();
        await chain.send(bytes);
      },
    }),
  ],
  ...deathsAfterSending(mine, die),
];
