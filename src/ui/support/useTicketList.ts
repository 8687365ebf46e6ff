import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TicketDraft, TICKET_CATEGORIES } from '../../domain/ticket.ts';
import { ticketListRequest } from '../../domain/ticketList.ts';
import { selectFailure } from '../../machines/shared/common.ts';
import { selectCompose } from '../../machines/support/ticketList.machine.ts';
import { provideTicketList } from '../../machines/support/support.actors.ts';
import { useApp } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** @param ticketId of the ticket in the address. */
export function useTicketList(ticketId: string | null) {
  const { newIdempotencyKey } = useApp();
  const ref = useScreenActor(provideTicketList, {});
  // The address is the browser's: the machine hears of it.
  useEffect(() => {
    if (ticketId !== null) ref.send({ type: 'ticket.opened' });
  }, [ref, ticketId]);

  const filters = useSelector(ref, ({ context }) => context.filters);
  const page = useSelector(ref, ({ context }) => context.page);
  const size = useSelector(ref, ({ context }) => context.size);
  const request = ticketListRequest(filters, page, size);
  const reading = useRead('supportTickets', request, { isEssential: true });
  // Old rows stay until the new page has loaded.
  const [shown, setShown] = useState(reading.data);
  if (reading.data !== null && reading.data !== shown) setShown(reading.data);
  return {
    filters,
    search: useSelector(ref, ({ context }) => context.search),
    page,
    size,
    /** The range ends before it starts: nothing is read. */
    isBadRange: request === null,
    reading,
    list: reading.status === 'failed' ? null : (reading.data ?? shown),
    compose: useSelector(ref, selectCompose),
    failure: useSelector(ref, selectFailure),
    create: (draft: TicketDraft) =>
      ref.send({ type: 'user.create', draft, idempotencyKey: newIdempotencyKey() }),
    send: ref.send,
  };
}

export type TicketListPart = ReturnType<typeof useTicketList>;

/** A category that this client does not know is shown as the server names it. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('support');
  return (category) => {
    const known = TICKET_CATEGORIES.find((one) => one === category);
    return known === undefined ? category : t(`category.${known}`);
  };
}
