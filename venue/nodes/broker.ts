import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import { createMessageCipher } from './messageCipher.ts';

const CONNECT_WITHIN = 5000;
const RECONNECT_EVERY = 100;
/** Milliseconds; the connection is dead after two pings without an answer. */
const PING_EVERY = 2000;

/** The message was certainly not delivered. */
export class NotDeliveredError extends Error {
  override readonly name = 'NotDeliveredError';
}
/** The message may have been delivered, but no answer came. */
export class LostAnswerError extends Error {
  override readonly name = 'LostAnswerError';
}

/** NATS connection to the other nodes. Messages are not stored; sequence numbers reveal lost ones. */
export interface Broker {
  readonly isConnected: boolean;
  publish(topic: string, value: unknown): void;
  subscribe(topic: string, listener: (value: unknown) => void): void;
  /** @throws NotDeliveredError, LostAnswerError */
  ask(node: string, question: unknown, within: number): Promise<unknown>;
  answer(node: string, reply: (question: unknown) => Promise<unknown>): void;
  onChange(listener: (isConnected: boolean) => void): void;
  close(): Promise<void>;
}

export interface BrokerParts {
  /** `nats://user:password@host:port`, several separated by commas; `tls://` for encryption. */
  readonly url: string;
  /** Scope and key of one database, so that only its nodes understand each other. */
  readonly scope: string;
  readonly key: Uint8Array;
  readonly log: Log;
}

/** @throws Error when the broker cannot be reached. */
export async function openBroker({ url, scope, key, log }: BrokerParts): Promise<Broker> {
  // Loaded on demand: a single node does not need it.
  const { connect, errors } = await import('@nats-io/transport-node');
  const cipher = createMessageCipher(key);
  const listeners = new Set<(isConnected: boolean) => void>();
  const waiting = new Set<(error: Error) => void>();
  let isConnected = true;
  const subjectOf = (name: string): string => `quietbook.${scope}.${name}`;

  const servers = url.split(',').map((text) => new URL(text.trim()));
  const [first] = servers;
  const link: NatsConnection = await connect({
    servers: servers.map(({ host }) => host),
    ...(first?.username && {
      user: decodeURIComponent(first.username),
      pass: decodeURIComponent(first.password),
    }),
    ...(first?.protocol === 'tls:' && { tls: {} }),
    noEcho: true,
    timeout: CONNECT_WITHIN,
    reconnectTimeWait: RECONNECT_EVERY,
    reconnectJitter: RECONNECT_EVERY,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
    pingInterval: PING_EVERY,
    maxPingOut: 2,
  }).catch((error: unknown) => {
    const advice = /authorization|authentication/i.test(String(error))
      ? 'The broker of BROKER_URL refuses the login. Correct its name and password.'
      : 'The broker of BROKER_URL does not answer. Start it first, or correct the address.';
    throw new Error(advice, { cause: error });
  });
  void follow().catch((error: unknown) => log.error('following the broker', error));

  async function follow(): Promise<void> {
    for await (const { type } of link.status()) {
      const now = type === 'disconnect' || type === 'close' ? false : type === 'reconnect' || isConnected;
      if (now === isConnected) continue;
      isConnected = now;
      if (!link.isClosed()) log.info(now ? 'the broker is back' : 'the broker is lost');
      if (!now) for (const end of waiting) end(new LostAnswerError('the broker was lost'));
      for (const listener of listeners) listener(now);
    }
  }

  /** A failing listener must not end the others. */
  function listen(subject: string, act: (value: unknown, message: Msg) => void): void {
    link.subscribe(subject, {
      callback: (error, message) => {
        const value = error ? undefined : cipher.decrypt(subject, message.data);
        if (value === undefined) return;
        try {
          act(value, message);
        } catch (fault) {
          log.error('a message of another node', fault);
        }
      },
    });
  }

  return {
    get isConnected() {
      return isConnected && !link.isClosed();
    },
    publish(topic, value) {
      const subject = subjectOf(topic);
      if (isConnected && !link.isClosed()) link.publish(subject, cipher.encrypt(subject, value));
    },
    subscribe: (topic, listener) => listen(subjectOf(topic), listener),
    async ask(node, question, within) {
      if (!isConnected || link.isClosed()) throw new NotDeliveredError('the broker is away');
      const subject = subjectOf(`node.${node}`);
      let end: (error: Error) => void = () => undefined;
      const lost = new Promise<never>((_resolve, reject) => {
        end = reject;
        waiting.add(end);
      });
      const asked = link
        .request(subject, cipher.encrypt(subject, question), { timeout: within })
        .catch((error: unknown) => {
          if (error instanceof errors.NoRespondersError) throw new NotDeliveredError('the node is gone');
          if (error instanceof errors.RequestError && error.isNoResponders())
            throw new NotDeliveredError('the node is gone');
          throw new LostAnswerError('the answer of the node is lost', { cause: error });
        });
      const reply = await Promise.race([asked, lost]).finally(() => waiting.delete(end));
      const value = cipher.decrypt(`${subject}/reply`, reply.data);
      if (value === undefined) throw new LostAnswerError('the answer of the node cannot be read');
      return value;
    },
    answer(node, reply) {
      const subject = subjectOf(`node.${node}`);
      listen(subject, (question, message) => {
        reply(question)
          .then((value) => message.respond(cipher.encrypt(`${subject}/reply`, value)))
          // Without an answer the sender finds out, or reports an unknown outcome.
          .catch((error: unknown) => log.error('a question of another node', error));
      });
    },
    onChange: (listener) => void listeners.add(listener),
    async close() {
      await link.drain().catch((error: unknown) => log.error('leaving the broker', error));
      // A lost connection is not drained and would reconnect for ever.
      await link.close();
    },
  };
}
