import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './OrderForm.module.css';
import type { OrderForm } from './useOrderForm.ts';

const SUBJECTS = ['market', 'stop', 'trailing', 'timeInForce', 'postOnly', 'iceberg', 'oco', 'own'] as const;

interface HelpTextProps extends Pick<OrderForm, 'offers'> {
  readonly id: string;
  readonly opener: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly onSettings: () => void;
}

/** The meaning of the types and options, and what happens when an order meets another of the same user (TYPE-07). */
export function HelpText({ offers, id, opener, onClose, onSettings }: HelpTextProps) {
  const { t } = useTranslation('trade');
  const box = useRef<HTMLDivElement>(null);
  // Its place follows from sizes that only the document knows.
  useLayoutEffect(() => {
    if (box.current && opener.current) place(box.current, opener.current);
  }, [opener]);
  useClosing(box, opener, onClose);
  const isShown = {
    market: offers.protection,
    stop: offers.stop,
    trailing: offers.trailing,
    timeInForce: offers.timeInForce,
    postOnly: offers.postOnly,
    iceberg: offers.iceberg,
    oco: offers.oco,
    own: true,
  };
  return (
    <div ref={box} id={id} className={classes.helpText}>
      <dl>
        {SUBJECTS.filter((subject) => isShown[subject]).map((subject) => (
          <div key={subject}>
            <dt>{t(`form.help.${subject}.title`)}</dt>
            <dd>{t(`form.help.${subject}.text`)}</dd>
          </div>
        ))}
      </dl>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          onClose();
          onSettings();
        }}
      >
        {t('arrange.title')}
      </Button>
    </div>
  );
}

/** In pixels. */
const GAP = 4;

/** Above the form, or beside it, so that it covers no message of the form. A sheet shows it among its fields. */
function place(box: HTMLElement, opener: HTMLElement): void {
  const form = opener.closest('form')?.getBoundingClientRect();
  if (!form || getComputedStyle(box).position !== 'fixed') return;
  const { width, height } = box.getBoundingClientRect();
  const isAbove = form.top >= height + GAP;
  const left = form.left >= width + 3 * GAP ? form.left - width - 3 * GAP : form.right + 3 * GAP;
  const top = Math.max(GAP, Math.min(form.top, innerHeight - height - GAP));
  const most = innerWidth - width - GAP;
  box.style.left = `${isAbove ? Math.min(form.left, most) : left}px`;
  box.style.top = `${isAbove ? form.top - height - GAP : top}px`;
}

/** By Escape, by a press or the focus elsewhere, and where the page moves below it. */
function useClosing(
  box: RefObject<HTMLElement | null>,
  opener: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const leave = useEffectEvent(({ target }: Event) => {
    const isInside = [box, opener].some(({ current }) => target instanceof Node && current?.contains(target));
    if (!isInside) onClose();
  });
  const escape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    // The sheet around it stays.
    event.stopPropagation();
    onClose();
    opener.current?.focus();
  });
  const close = useEffectEvent(() => onClose());
  // Presses, keys and scrolling outside of it close it.
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    document.addEventListener('pointerdown', leave, { signal });
    document.addEventListener('focusin', leave, { signal });
    document.addEventListener('keydown', escape, { signal, capture: true });
    window.addEventListener('resize', close, { signal });
    window.addEventListener('scroll', close, { signal });
    return () => ending.abort();
  }, []);
}
