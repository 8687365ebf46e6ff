import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Log } from '../log.ts';
import { createMessageCipher } from './messageCipher.ts';

const CONNECT_WITHIN = 5000;
const RECONNECT_EVERY = 100;
/** A link that does not answer two of these is dead. */
const PING_EVERY = 2000;

/** It is certain that nobody has got the question. */
export class NotDeliveredError extends Error {
  override readonly name = 'NotDeliveredError';
}
/** Somebody may have got the question; the answer did not come. */
export class LostAnswerError extends Error {
  override readonly name = 'LostAnswerError';
}

/** What connects the nodes. Nothing is kept there: what was not heard is lost, and found missing by its numbers. */
export interface Broker {
  readonly isConnected: boolean;
  /** To all other nodes; lost while the broker is away. */
  publish(topic: string, value: unknown): void;
  subscribe(topic: string, listener: (value: unknown) => void): void;
  /** @throws NotDeliveredError, LostAnswerError */
  ask(node: string, question: unknown, within: number): Promise<unknown>;
  /** Answers the questions to this node. */
  answer(node: string, reply: (question: unknown) => Promise<unknown>): void;
  /** Told when the broker is lost, and when it is back. */
  onChange(listener: (isConnected: boolean) => void): void;
  close(): Promise<void>;
}

export interface BrokerParts {
  /** One or more of `nats://user:password@host:port`, separated by commas; `tls://` for an encrypted one. */
  readonly url: string;
  /** Only nodes of one database hear each other: by its name, and by a key that only they know. */
  readonly scope: string;
  readonly key: Uint8Array;
  readonly log: Log;
}

/** @throws Error when the broker is not there. */
export async function openBroker({ url, scope, key, log }: BrokerParts): Promise<Broker> {
  // Loaded here only: a venue alone never pays for it.
  const { connect, errors } = await import('@nats-io/transport-node');
  const cipher = createMessageCipher(key);
  const listeners = new Set<(isConnected: boolean) => void>();
  /** Ends what waits for an answer when the broker is lost. */
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
    throw new Error('The broker of BROKER_URL does not answer. Start it first, or correct the address.', {
      cause: error,
    });
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

  /** What one listener throws must not end the others. */
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
          // The broker itself says that the other node is not there.
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
          // No answer: the one who asked finds out what happened, or says that it is not known.
          .catch((error: unknown) => log.error('a question of another node', error));
      });
    },
    onChange: (listener) => void listeners.add(listener),
    async close() {
      await link.drain().catch((error: unknown) => log.error('leaving the broker', error));
      // A link that was lost is not drained, and would look for the broker for ever.
      await link.close();
    },
  };
}
