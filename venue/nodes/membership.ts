import type { Broker } from './broker.ts';

export const HEARTBEAT_EVERY = 400;
/** After so long without a heartbeat a node is not counted any more, in milliseconds. */
const SILENCE_LIMIT = 2500;

/** What a node says of a pair that it matches. */
export interface Claim {
  readonly pair: string;
  readonly epoch: number;
  readonly sequence: number;
}

/** What each node says of itself, several times a second and whenever it changes. */
interface Heartbeat {
  readonly node: string;
  /** The sender's own clock: goes back to it with every command, so that it can tell an old one. */
  readonly at: number;
  readonly peers: number;
  readonly isLeader: boolean;
  /** By which the database knows its locks. */
  readonly pid: number;
  readonly claims: readonly Claim[];
}

export interface Owner extends Claim {
  readonly node: string;
  readonly at: number;
}

/** The other nodes, as far as they are heard. */
export interface Membership {
  /** The node that matches the pair; of two that announce so, the one whose book counts. */
  ownerOf(pair: string): Owner | undefined;
  /** The node that does what one does for all: of two that announce so, the one that said it last. */
  leader(): string | undefined;
  /** The broker says that the node is not there. */
  forget(node: string): void;
  /** Whether a node is heard whose locks the database knows by this. */
  isAlive(pid: number): boolean;
  /** Sockets of all other nodes. */
  peers(): number;
  /** Says it now: something has changed. */
  announce(): void;
  /** Told of every heartbeat, and of nodes that fell silent. */
  onHeartbeat(listener: () => void): void;
  /** The highest epoch that was ever said of a pair. */
  epochOf(pair: string): number;
  close(): void;
}

export interface MembershipParts {
  readonly broker: Broker;
  readonly node: string;
  /** What this node says. */
  readonly describe: () => Pick<Heartbeat, 'peers' | 'isLeader' | 'pid' | 'claims'>;
}

export function createMembership({ broker, node, describe }: MembershipParts): Membership {
  const heartbeats = new Map<string, Heartbeat & { readonly receivedAt: number }>();
  const epochs = new Map<string, number>();
  const listeners = new Set<() => void>();
  const timer = setInterval(() => {
    announce();
    for (const heartbeat of heartbeats.values())
      if (performance.now() - heartbeat.receivedAt > SILENCE_LIMIT) heartbeats.delete(heartbeat.node);
    changed();
  }, HEARTBEAT_EVERY);
  timer.unref();

  function announce(): void {
    broker.publish('heartbeats', { node, at: performance.now(), ...describe() } satisfies Heartbeat);
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }

  broker.subscribe('heartbeats', (value) => {
    // Sealed: only nodes can have said it.
    const heartbeat = value as Heartbeat;
    const isNew = !heartbeats.has(heartbeat.node);
    heartbeats.set(heartbeat.node, { ...heartbeat, receivedAt: performance.now() });
    for (const { pair, epoch } of heartbeat.claims) epochs.set(pair, Math.max(epoch, epochs.get(pair) ?? 0));
    if (isNew) announce();
    changed();
  });

  broker.onChange((isConnected) => {
    if (isConnected) announce();
    else heartbeats.clear();
    changed();
  });

  return {
    ownerOf(pair) {
      let found: Owner | undefined;
      for (const { node: sender, at, claims } of heartbeats.values()) {
        const claim = claims.find((one) => one.pair === pair);
        if (claim && claim.epoch > (found?.epoch ?? 0)) found = { ...claim, node: sender, at };
      }
      return found;
    },
    leader: () =>
      [...heartbeats.values()]
        .filter(({ isLeader }) => isLeader)
        .toSorted((a, b) => b.receivedAt - a.receivedAt)[0]?.node,
    forget(gone) {
      if (heartbeats.delete(gone)) changed();
    },
    isAlive: (pid) => [...heartbeats.values()].some((heartbeat) => heartbeat.pid === pid),
    peers: () => [...heartbeats.values()].reduce((sum, { peers }) => sum + peers, 0),
    announce,
    onHeartbeat: (listener) => void listeners.add(listener),
    epochOf: (pair) => epochs.get(pair) ?? 0,
    close: () => clearInterval(timer),
  };
}
