import { UnstyledButton } from '@mantine/core';
import { useRef, type KeyboardEvent } from 'react';
import classes from './TabList.module.css';

interface TabListProps<Tab extends string> {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly tab: Tab;
  readonly wordsOf: (tab: Tab) => string;
  /** Shown after the words. */
  readonly countOf?: ((tab: Tab) => string) | undefined;
  /** The element that the tab shows. */
  readonly panelOf: (tab: Tab) => string;
  readonly onTab: (tab: Tab) => void;
  readonly className: string | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** The arrow keys choose the next tab; the tab's ID is that of its panel and the tab's name. */
export function TabList<Tab extends string>({
  label,
  tabs,
  tab,
  wordsOf,
  countOf,
  panelOf,
  onTab,
  className,
}: TabListProps<Tab>) {
  const list = useRef<HTMLDivElement>(null);

  function walk(event: KeyboardEvent): void {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    onTab(next);
    list.current?.querySelector<HTMLElement>(`[data-tab='${next}']`)?.focus();
  }

  return (
    <div ref={list} className={className} role="tablist" aria-label={label}>
      {tabs.map((one) => (
        <UnstyledButton
          key={one}
          role="tab"
          id={`${panelOf(one)}-${one}`}
          className={classes.tab ?? ''}
          data-tab={one}
          data-count={countOf?.(one)}
          aria-selected={one === tab}
          aria-controls={panelOf(one)}
          tabIndex={one === tab ? 0 : -1}
          onClick={() => onTab(one)}
          onKeyDown={walk}
        >
          {wordsOf(one)}
        </UnstyledButton>
      ))}
    </div>
  );
}
