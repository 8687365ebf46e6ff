import { Box } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TabList } from '../kit/TabList.tsx';
import classes from './TradeContent.module.css';

export const TABS = ['chart', 'book', 'trades', 'orders'] as const;
export type Tab = (typeof TABS)[number];

/** The same limit as in the stylesheets. */
export const NARROW = '(max-width: 767px)';

export const panelOf = (tab: Tab): string => `trade-${tab}`;

interface TabBarProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

export function TabBar({ tab, onTab }: TabBarProps) {
  const { t } = useTranslation('trade');
  return (
    <Box hiddenFrom="sm">
      <TabList
        label={t('layout.tabs')}
        tabs={TABS}
        tab={tab}
        wordsOf={(one) => t(`layout.tab.${one}`)}
        panelOf={panelOf}
        onTab={onTab}
        className={classes.tabs}
      />
    </Box>
  );
}
