import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { INTERVALS, type Interval } from '../../domain/intervals.ts';
import classes from './CandleChart.module.css';

interface IntervalChoiceProps {
  readonly interval: Interval;
  readonly onChoose: (interval: Interval) => void;
}

/** Native radio buttons, so that arrow keys work as usual. */
export function IntervalChoice({ interval, onChoose }: IntervalChoiceProps) {
  const { t } = useTranslation('trade');
  const name = useId();
  return (
    <fieldset className={classes.intervals}>
      <legend className="visually-hidden">{t('chart.intervals')}</legend>
      {INTERVALS.map((one) => (
        <label key={one} className={classes.interval}>
          <input
            type="radio"
            className={classes.radio}
            name={name}
            value={one}
            checked={one === interval}
            onChange={() => onChoose(one)}
          />
          {t(`chart.interval.${one}`)}
        </label>
      ))}
    </fieldset>
  );
}
