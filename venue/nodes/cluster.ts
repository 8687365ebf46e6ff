import type { EndJob } from './leader.ts';

/** The other nodes, as the rest of the venue uses them. A single node has none. */
export interface Cluster {
  /** The leader does what must be done once for all nodes. */
  readonly isLeader: () => boolean;
  whileLeader(start: () => EndJob): void;
  /** Asks the leader, which may be this node. @throws RefusedError 503 when there is none. */
  askLeader(topic: string, value: unknown): Promise<unknown>;
  answerAsLeader(topic: string, reply: (value: unknown) => Promise<unknown>): void;
  /** Stops being the leader, for good. */
  stepDown(): Promise<void>;
  /** To all other nodes; lost while disconnected. */
  publish(topic: string, value: unknown): void;
  subscribe(topic: string, listener: (value: unknown) => void): void;
  /** Called after a reconnection: messages in between are lost. */
  onReconnect(listener: () => void): void;
  /** Number of pairs that this node matches; null for a single node, which matches all. */
  readonly owned: () => number | null;
  countPeers(count: () => number): void;
  readonly peersElsewhere: () => number;
  /** Whether clients can be served: connected, and all books known. */
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
