import { Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { clockText } from '../../domain/dates.ts';
import { isFiltered, listPlace, searchTickets, TICKET_PAGE_SIZES } from '../../domain/ticketList.ts';
import { Choice } from '../kit/Choice.tsx';
import { Skeleton } from '../kit/Skeleton.tsx';
import { Message } from '../kit/Message.tsx';
import { Pager } from '../kit/Pager.tsx';
import { useFailureText } from '../kit/useFailureText.ts';
import type { TicketListPart } from './useTicketList.ts';
import { Filters } from './Filters.tsx';
import classes from './Support.module.css';
import { TicketRow } from './TicketRow.tsx';

const SIZES = TICKET_PAGE_SIZES.map((size) => ({ value: String(size), label: String(size) }));

interface Props {
  readonly part: TicketListPart;
  readonly ticketId: string | null;
}

export function TicketList({ part, ticketId }: Props) {
  const { t } = useTranslation('support');
  const { list, filters } = part;
  // Nothing to filter or to turn over before the first ticket.
  if (list?.items.length === 0 && part.page === 1 && !isFiltered(filters))
    return <Rows part={part} ticketId={ticketId} />;
  return (
    <>
      <Filters part={part} />
      <Rows part={part} ticketId={ticketId} />
      <Group justify="space-between" gap="sm" px="md" py="sm" className={classes.below ?? ''}>
        <Choice
          isInline
          label={t('list.perPage')}
          value={String(part.size)}
          options={SIZES}
          onChoose={(value) => {
            const size = TICKET_PAGE_SIZES.find((one) => String(one) === value);
            if (size !== undefined) part.send({ type: 'size.chosen', size: size });
          }}
        />
        <Button variant="default" size="xs" disabled={part.isBadRange} onClick={part.reading.refresh}>
          {t('word.refresh')}
        </Button>
      </Group>
    </>
  );
}

function Rows({ part, ticketId }: Props) {
  const { t } = useTranslation('support');
  const sayFailure = useFailureText();
  const { list, reading, search, page, size } = part;
  const { failure, updatedAt } = reading;
  if (part.isBadRange) return <p className={classes.none}>{t('list.badRange')}</p>;
  if (!list) {
    if (reading.status !== 'failed') {
      return (
        <Skeleton rows={5} height={64}>
          {t('list.loading')}
        </Skeleton>
      );
    }
    return (
      <Stack gap="sm" align="flex-start" p="md">
        <Message kind="failure">
          <p>{t('list.failed')}</p>
          {failure && <p>{sayFailure(failure)}</p>}
        </Message>
        <Button variant="default" onClick={reading.refresh}>
          {t('word.retry')}
        </Button>
      </Stack>
    );
  }
  const found = searchTickets(list.items, search);
  const place = listPlace(page, size, list.items.length, list.count);
  return (
    <>
      {failure && reading.data && updatedAt !== null && (
        <Stack align="flex-start" p="md">
          <Message kind="warning">{t('list.stale', { time: clockText(updatedAt) ?? '' })}</Message>
        </Stack>
      )}
      {found.length === 0 ? (
        <Empty part={part} count={list.items.length} />
      ) : (
        <ul className={classes.rows} aria-busy={reading.data === null}>
          {found.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} isCurrent={ticket.id === ticketId} />
          ))}
        </ul>
      )}
      {place.pages > 1 && (
        <Pager view={place} onPage={(chosen) => part.send({ type: 'page.chosen', page: chosen })} />
      )}
    </>
  );
}

function Empty({ part, count }: { readonly part: TicketListPart; readonly count: number }) {
  const { t } = useTranslation('support');
  const said = isFiltered(part.filters) ? t('list.noneFiltered') : t('list.none');
  return (
    <p className={classes.none}>{count > 0 ? t('list.noneFound', { text: part.search.trim() }) : said}</p>
  );
}
