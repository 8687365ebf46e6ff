import type { Broker } from './broker.ts';

export const HEARTBEAT_EVERY = 400;
/** Milliseconds without a heartbeat after which a node is forgotten. */
const SILENCE_LIMIT = 2500;

export interface Claim {
  readonly pair: string;
  readonly epoch: number;
  readonly sequence: number;
}

interface Heartbeat {
  readonly node: string;
  /** The sender's clock, which returns with every command to tell its age. */
  readonly at: number;
  readonly peers: number;
  readonly isLeader: boolean;
  /** Backend process that holds the node's locks. */
  readonly pid: number;
  readonly claims: readonly Claim[];
}

export interface Owner extends Claim {
  readonly node: string;
  readonly at: number;
}

export interface Membership {
  /** The node that claims the pair with the highest epoch. */
  ownerOf(pair: string): Owner | undefined;
  leader(): string | undefined;
  forget(node: string): void;
  isAlive(pid: number): boolean;
  peers(): number;
  announce(): void;
  /** Also called when nodes are forgotten. */
  onHeartbeat(listener: () => void): void;
  /** The highest ever seen. */
  epochOf(pair: string): number;
  close(): void;
}

export interface MembershipParts {
  readonly broker: Broker;
  readonly node: string;
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
    // Authenticated: only nodes can send it.
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
