import { useTranslation } from 'react-i18next';
import { useLinkStatus } from '../../hooks/useLinkStatus.ts';
import classes from './PairBar.module.css';

/** Whether live data comes, on narrow screens, where the book and its status may be out of sight. */
export function LinkDot() {
  const { t } = useTranslation('trade');
  const status = useLinkStatus();
  const words = t(`header.link.${status}`);
  return <span className={classes.dot} data-status={status} role="img" aria-label={words} title={words} />;
}
