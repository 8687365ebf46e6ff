import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { selectUserId } from '../../machines/session/session.machine.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import {
  isReplyAbsent,
  selectReplyState,
  selectView,
  showsEarlier,
} from '../../machines/support/ticket.machine.ts';
import { provideTicket } from '../../machines/support/support.actors.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useHeard, useScreenActor } from '../kit/useScreenActor.ts';

/** @param onSent called when the server has the reply. */
export function useTicket(ticketId: string, onSent: () => void) {
  const { newIdempotencyKey } = useApp();
  const ref = useScreenActor(provideTicket, { input: { ticketId } });
  useHeard(ref, 'reply.sent', onSent);
  return {
    view: useSelector(ref, selectView),
    conversation: useSelector(ref, ({ context }) => context.conversation),
    isReading: useSelector(ref, (snapshot) => snapshot.hasTag('reading')),
    isExtending: useSelector(ref, (snapshot) => snapshot.matches({ shown: { taking: 'extending' } })),
    showsEarlier: useSelector(ref, showsEarlier),
    failure: useSelector(ref, selectFailure),
    replyState: useSelector(ref, selectReplyState),
    refusal: useSelector(ref, ({ context }) => context.refusal),
    isReplyAbsent: useSelector(ref, isReplyAbsent),
    reply: (text: string) => ref.send({ type: 'user.reply', text, idempotencyKey: newIdempotencyKey() }),
    send: ref.send,
  };
}

export type TicketPart = ReturnType<typeof useTicket>;

/** Survives a reload and a failure; deleted with the session. */
export interface Draft {
  readonly read: () => string;
  readonly write: (text: string) => void;
}

/** Drafts of the signed-in user by field name; visitors have none. */
export function useDrafts(): (name: string) => Draft {
  const { drafts, session } = useApp();
  const userId = useSelector(session, selectUserId);
  return useMemo(
    () => (name) => ({
      read: () => (userId === null ? '' : drafts.read(userId, name)),
      write: (text) => {
        if (userId !== null) drafts.write(userId, name, text);
      },
    }),
    [drafts, userId],
  );
}

/** How much of the server's limit a message takes, from nine tenths on (SUPPORT-09). */
export function useLength(text: string) {
  const { t } = useTranslation('support');
  const { longestMessage: limit } = useCapabilities();
  const [used, most] = [text.length, limit ?? Number.POSITIVE_INFINITY];
  return {
    note: used > 0.9 * most && used <= most ? t('length.near', { used, limit }) : null,
    fault: used > most ? t('length.over', { used, limit }) : null,
  };
}
