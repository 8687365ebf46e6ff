import type { EndJob } from './leader.ts';

/** The other nodes; a single node has none. */
export interface Cluster {
  readonly isLeader: () => boolean;
  whileLeader(start: () => EndJob): void;
  /** The leader may be this node. @throws RefusedError 503 when there is none. */
  askLeader(topic: string, value: unknown): Promise<unknown>;
  answerAsLeader(topic: string, reply: (value: unknown) => Promise<unknown>): void;
  stepDown(): Promise<void>;
  publish(topic: string, value: unknown): void;
  subscribe(topic: string, listener: (value: unknown) => void): void;
  /** Messages sent while disconnected are lost. */
  onReconnect(listener: () => void): void;
  /** Pairs that this node matches; null for a single node. */
  readonly owned: () => number | null;
  countPeers(count: () => number): void;
  readonly peersElsewhere: () => number;
  /** Whether the broker is connected and all books are known. */
  readonly isServing: () => boolean;
}

export function createSingleNode(): Cluster {
  const ends: EndJob[] = [];
  const replies = new Map<string, (value: unknown) => Promise<unknown>>();
  return {
    isLeader: () => true,
    whileLeader: (start) => void ends.push(start()),
    async askLeader(topic, value) {
      return replies.get(topic)?.(value);
    },
    answerAsLeader: (topic, reply) => void replies.set(topic, reply),
    async stepDown() {
      for (const end of ends.splice(0).reverse()) await end();
    },
    publish: () => undefined,
    subscribe: () => undefined,
    onReconnect: () => undefined,
    owned: () => null,
    countPeers: () => undefined,
    peersElsewhere: () => 0,
    isServing: () => true,
  };
}
