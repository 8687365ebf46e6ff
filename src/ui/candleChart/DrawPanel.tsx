import { Button, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_SKETCHES, type Sketch, type Tool, TOOLS } from '../../domain/sketch.ts';
import type { SketchesRef } from '../../machines/sketches/sketches.machine.ts';
import icons from '../kit/IconButton.module.css';
import { PanelBox } from './PanelBox.tsx';
import classes from './Sketches.module.css';

/** Each with its sign, drawn in 16 by 16. */
const SIGNS: Readonly<Record<Tool, string>> = {
  level: 'M1.5 8h13',
  trend: 'M3 12.5l10-9M4 12.5a1 1 0 1 1-2 0 1 1 0 1 1 2 0M14 3.5a1 1 0 1 1-2 0 1 1 0 1 1 2 0',
  box: 'M2.5 4.5h11v7h-11z',
  measure: 'M2 10.5l8.5-8.5 3.5 3.5-8.5 8.5zM5 7.5l1.5 1.5M7 5.5l2 2M9 3.5l1.5 1.5',
  text: 'M3 5V3h10v2M8 3v10M6 13h4',
};
const BIN = 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.5 9h7l.5-9M6.5 7v4M9.5 7v4';

interface DrawPanelProps {
  readonly id: string;
  readonly actor: SketchesRef;
  /** A press on the chart has a price. */
  readonly isReady: boolean;
  readonly sketches: readonly Sketch[];
  /** Can be brought back. */
  readonly removed: readonly Sketch[];
  readonly nameOf: (sketch: Sketch) => string;
  readonly onClose: () => void;
}

/** Tools, and the drawings of the pair in words (DRAW-01, DRAW-03). */
export function DrawPanel({ id, actor, isReady, sketches, removed, nameOf, onClose }: DrawPanelProps) {
  const { t } = useTranslation('draw');
  const isFull = sketches.length >= MAX_SKETCHES;
  function remove(gone: readonly Sketch[], button: Element): void {
    // The button goes, too.
    button.closest('fieldset')?.focus();
    actor.send({ type: 'user.remove', removed: gone });
  }
  return (
    <PanelBox id={id} name={t('name')} onClose={onClose}>
      <div className={classes.tools}>
        {TOOLS.map((tool) => (
          <UnstyledButton
            key={tool}
            className={classes.tool ?? ''}
            disabled={!isReady || (isFull && tool !== 'measure')}
            onClick={() => {
              actor.send({ type: 'tool.chosen', tool });
              onClose();
            }}
          >
            <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true">
              <path d={SIGNS[tool]} />
            </svg>
            {t(`tool.${tool}`)}
          </UnstyledButton>
        ))}
      </div>
      {isFull && (
        <p className={classes.note} role="status">
          {t('full', { most: MAX_SKETCHES })}
        </p>
      )}
      {sketches.length > 0 && (
        <ul className={classes.list} aria-label={t('list')}>
          {sketches.map((sketch) => {
            const name = nameOf(sketch);
            return (
              <li key={JSON.stringify(sketch)}>
                <span translate="no">{name}</span>
                <UnstyledButton
                  className={`${icons.icon} ${classes.tool}`}
                  title={t('remove', { name })}
                  aria-label={t('remove', { name })}
                  onClick={({ currentTarget }) => remove([sketch], currentTarget)}
                >
                  <svg className="drawn" viewBox="0 0 16 16" aria-hidden="true">
                    <path d={BIN} />
                  </svg>
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      )}
      <div className={classes.acts}>
        {sketches.length > 1 && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={({ currentTarget }) => remove(sketches, currentTarget)}
          >
            {t('removeAll')}
          </Button>
        )}
        {removed.length > 0 && (
          <Button
            size="compact-xs"
            variant="default"
            onClick={({ currentTarget }) => {
              currentTarget.closest('fieldset')?.focus();
              actor.send({ type: 'user.restore' });
            }}
          >
            {t('restore')}
          </Button>
        )}
      </div>
      <p className={classes.note}>{t('kept')}</p>
    </PanelBox>
  );
}
