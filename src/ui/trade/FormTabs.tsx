import { useTranslation } from 'react-i18next';
import type { Side } from '../../domain/market.ts';
import { TabList } from '../kit/TabList.tsx';
import classes from './FormSheet.module.css';

const SIDES = ['buy', 'sell'] as const;

interface FormTabsProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** Loaded by those who chose one form (TRADE-13). */
export function FormTabs({ side, onSide }: FormTabsProps) {
  const { t } = useTranslation('trade');
  return (
    <TabList
      label={t('layout.forms')}
      tabs={SIDES}
      tab={side}
      wordsOf={(one) => t(`layout.${one}`)}
      panelOf={(one) => `trade-form-${one}`}
      onTab={onSide}
      className={classes.tabs}
      tabClassName={classes.tab}
    />
  );
}
