import { Group, Pagination, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pageButtons, type PageOf } from '../../domain/marketList.ts';
import classes from './Pager.module.css';

interface PagerProps {
  readonly view: Omit<PageOf<unknown>, 'rows'>;
  readonly onPage: (page: number) => void;
}

/** Page numbers on a narrow screen (WALLET-01). */
const MAX_WHEN_NARROW = 3;

export function Pager({ view, onPage }: PagerProps) {
  const { t } = useTranslation('markets');
  const { page, pages, from, to, total } = view;
  const near = pageButtons(page, pages, MAX_WHEN_NARROW);
  return (
    <Pagination.Root total={pages} value={page} onChange={onPage}>
      <nav className={classes.pager} aria-label={t('word.pagination')}>
        <Text size="sm" c="dimmed" role="status">
          {t('pager.count', { from, to, total })}
        </Text>
        <Group gap="xs">
          <Pagination.Control disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('word.previous')}
          </Pagination.Control>
          {pageButtons(page, pages).map((number) => (
            <Pagination.Control
              key={number}
              className={near.includes(number) ? '' : (classes.far ?? '')}
              translate="no"
              active={number === page}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </Pagination.Control>
          ))}
          <Pagination.Control disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('word.next')}
          </Pagination.Control>
        </Group>
      </nav>
    </Pagination.Root>
  );
}
