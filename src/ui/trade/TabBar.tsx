import { useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './TabBar.module.css';

export const TABS = ['chart', 'book', 'trades', 'orders'] as const;
export type Tab = (typeof TABS)[number];

/** The same limit as in the stylesheets. */
export const NARROW = '(max-width: 767px)';

export const panelOf = (tab: Tab): string => `trade-${tab}`;

interface TabBarProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function TabBar({ tab, onTab }: TabBarProps) {
  const { t } = useTranslation('trade');
  const list = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length];
    if (next === undefined) return;
    event.preventDefault();
    onTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab='${next}']`)?.focus();
  }

  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label={t('layout.tabs')}>
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          className={classes.tab}
          data-tab={one}
          aria-selected={one === tab}
          aria-controls={panelOf(one)}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
          onKeyDown={walk}
        >
          {t(`layout.tab.${one}`)}
        </button>
      ))}
    </div>
  );
}
