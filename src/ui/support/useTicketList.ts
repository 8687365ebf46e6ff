import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TicketDraft, TICKET_CATEGORIES } from '../../domain/ticket.ts';
import { ticketListRequest, type TicketFilters, type TicketPageSize } from '../../domain/ticketList.ts';
import { selectFailure } from '../../machines/shared/index.ts';
import {
  selectCompose,
  selectFilters,
  selectPage,
  selectSearch,
  selectSize,
  provideTicketList,
} from '../../machines/support/index.ts';
import { useApp } from '../kit/app.tsx';
import { useRead } from '../kit/useRead.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** The list of tickets and the form of a new one. @param ticketId of the ticket that the address names. */
export function useTicketList(ticketId: string | null) {
  const { newIdempotencyKey } = useApp();
  const ref = useScreenActor(provideTicketList, {});
  useEffect(() => {
    if (ticketId !== null) ref.send({ type: 'ticket.opened' });
  }, [ref, ticketId]);

  const filters = useSelector(ref, selectFilters);
  const page = useSelector(ref, selectPage);
  const size = useSelector(ref, selectSize);
  const request = ticketListRequest(filters, page, size);
  const reading = useRead('supportTickets', request, { isEssential: true });
  // The rows of before stay until those of the new page are there.
  const [shown, setShown] = useState(reading.data);
  if (reading.data !== null && reading.data !== shown) setShown(reading.data);
  return {
    filters,
    search: useSelector(ref, selectSearch),
    page,
    size,
    /** Whether the first day lies after the last one: nothing is asked then. */
    isBadRange: request === null,
    reading,
    /** What to show: the page that is asked for, or while it comes the one before. */
    list: reading.status === 'failed' ? null : (reading.data ?? shown),
    compose: useSelector(ref, selectCompose),
    failure: useSelector(ref, selectFailure),
    changeFilters: (change: Partial<TicketFilters>) => ref.send({ type: 'filter.changed', change }),
    clearFilters: () => ref.send({ type: 'filter.cleared' }),
    changeSearch: (text: string) => ref.send({ type: 'search.changed', text }),
    choosePage: (chosen: number) => ref.send({ type: 'page.chosen', page: chosen }),
    chooseSize: (chosen: TicketPageSize) => ref.send({ type: 'size.chosen', size: chosen }),
    open: () => ref.send({ type: 'user.compose' }),
    cancel: () => ref.send({ type: 'user.cancel' }),
    create: (draft: TicketDraft) =>
      ref.send({ type: 'user.create', draft, idempotencyKey: newIdempotencyKey() }),
    edit: () => ref.send({ type: 'user.edit' }),
    checkAgain: () => ref.send({ type: 'user.checkAgain' }),
    leave: () => ref.send({ type: 'user.leave' }),
  };
}

export type TicketListPart = ReturnType<typeof useTicketList>;

/** Puts a category into words; one that this client does not know is shown as the server names it. */
export function useCategoryName(): (category: string) => string {
  const { t } = useTranslation('support');
  return (category) => {
    const known = TICKET_CATEGORIES.find((one) => one === category);
    return known === undefined ? category : t(`category.${known}`);
  };
}
