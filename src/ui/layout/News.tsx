import { Button, Drawer, Popover, Text, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isoText, minuteText } from '../../domain/dates.ts';
import { Grouped } from '../kit/Figure.tsx';
import icon from '../kit/IconButton.module.css';
import header from './Header.module.css';
import classes from './News.module.css';
import { NewsSettings } from './NewsSettings.tsx';
import { useNews, type News as OneNews } from './useNews.ts';

/** The tray of the header, and the list that it opens (NOTICE-01, NOTICE-02, NOTICE-04). */
export default function News() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const news = useNews();
  const unread = news.filter(({ isRead }) => !isRead).length;
  const name = unread === 0 ? t('news.title') : t('news.unread', { count: unread });
  const close = () => setOpen(false);
  const tray = (
    <UnstyledButton
      className={`${icon.icon} ${header.replies}`}
      aria-label={name}
      title={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
    >
      <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d="M4 13h4l2 3h4l2-3h4M4 13l3-8h10l3 8v6H4z" />
        {unread > 0 && <circle cx="18" cy="6" r="4" />}
      </svg>
    </UnstyledButton>
  );
  const list = <List news={news} unread={unread} onFollow={close} />;
  if (isNarrow)
    return (
      <>
        {tray}
        <Drawer opened={isOpen} onClose={close} position="right" title={t('news.title')}>
          {list}
        </Drawer>
      </>
    );
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={360} trapFocus returnFocus>
      <Popover.Target>{tray}</Popover.Target>
      <Popover.Dropdown aria-label={t('news.title')}>{list}</Popover.Dropdown>
    </Popover>
  );
}

interface ListProps {
  readonly news: readonly OneNews[];
  readonly unread: number;
  readonly onFollow: () => void;
}

function List({ news, unread, onFollow }: ListProps) {
  const { t } = useTranslation();
  return (
    <>
      {news.length === 0 ? (
        <Text size="sm">{t('news.none')}</Text>
      ) : (
        <ol className={classes.list}>
          {news.map(({ id, text, path, at, isRead, read }) => (
            <li key={id}>
              <Link
                to={path}
                className={classes.news}
                data-unread={!isRead}
                onClick={() => {
                  read();
                  onFollow();
                }}
              >
                <Grouped text={text} />
                {!isRead && <span className="visually-hidden">{t('news.new')}</span>}
                <time dateTime={isoText(at) ?? undefined} translate="no">
                  {minuteText(at)}
                </time>
              </Link>
            </li>
          ))}
        </ol>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={unread === 0}
        onClick={() => {
          for (const { isRead, read } of news) if (!isRead) read();
        }}
      >
        {t('news.readAll')}
      </Button>
      <Text size="xs" c="dimmed" mt="xs">
        {t('news.about')}
      </Text>
      <NewsSettings />
    </>
  );
}
