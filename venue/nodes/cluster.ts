import type { EndJob } from './leader.ts';

/** The other nodes as the rest of the venue knows them; a venue alone has none. */
export interface Cluster {
  /** Whether this node does what one does for all. */
  readonly isLeader: () => boolean;
  /** Runs while it does. */
  whileLeader(start: () => EndJob): void;
  /** Asks the node that does, which may be this one. @throws RefusedError 503 when there is none. */
  askLeader(topic: string, value: unknown): Promise<unknown>;
  answerAsLeader(topic: string, reply: (value: unknown) => Promise<unknown>): void;
  /** Ends what only one node does, before what it needs is closed. */
  stepDown(): Promise<void>;
  /** To all other nodes; what is said while the broker is away is lost. */
  publish(topic: string, value: unknown): void;
  subscribe(topic: string, listener: (value: unknown) => void): void;
  /** Told when the others can be heard again: what was said meanwhile was not. */
  onReconnect(listener: () => void): void;
  /** Pairs that this node matches; null for a venue alone, which matches all. */
  readonly owned: () => number | null;
  /** Says how many sockets there are here. */
  countPeers(count: () => number): void;
  /** Sockets of the other nodes. */
  readonly peersElsewhere: () => number;
  /** Whether every client that comes here can be served: the others are heard, and the books known. */
  readonly isServing: () => boolean;
}

/** A venue that shares its database with nobody. */
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
