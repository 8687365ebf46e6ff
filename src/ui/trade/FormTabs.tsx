import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Side } from '../../domain/market.ts';
import { TabList } from '../kit/TabList.tsx';
import classes from './FormSheet.module.css';

const SIDES = ['buy', 'sell'] as const;

const panelOf = (side: Side): string => `trade-form-${side}`;

interface FormTabsProps {
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** Loaded by those who chose one form (TRADE-13). */
export function FormTabs({ side, onSide }: FormTabsProps) {
  const { t } = useTranslation('trade');
  // Here, because only with the tabs are the forms their panels.
  useLayoutEffect(() => {
    const panels = SIDES.map((one) => document.getElementById(panelOf(one)));
    for (const [place, panel] of panels.entries()) {
      panel?.setAttribute('role', 'tabpanel');
      panel?.setAttribute('aria-labelledby', `${panel.id}-${SIDES[place]}`);
    }
    return () => {
      for (const name of ['role', 'aria-labelledby']) {
        for (const panel of panels) panel?.removeAttribute(name);
      }
    };
  }, []);
  return (
    <TabList
      label={t('layout.forms')}
      tabs={SIDES}
      tab={side}
      wordsOf={(one) => t(`layout.${one}`)}
      panelOf={panelOf}
      onTab={onSide}
      className={classes.tabs}
    />
  );
}
