import { Box, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Side } from '../../domain/market.ts';
import classes from './FormSheet.module.css';

interface SideBarProps {
  readonly onOpen: (side: Side) => void;
}

/** Opens a form as a sheet on narrow screens. */
export function SideBar({ onOpen }: SideBarProps) {
  const { t } = useTranslation('trade');
  return (
    <Box hiddenFrom="sm" className={classes.bar ?? ''} role="group" aria-label={t('layout.forms')}>
      {(['buy', 'sell'] as const).map((side) => (
        <Button key={side} data-side={side} onClick={() => onOpen(side)}>
          {t(`layout.${side}`)}
        </Button>
      ))}
    </Box>
  );
}
