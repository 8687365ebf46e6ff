import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly kind: 'success' | 'warning' | 'failure' | 'info';
  readonly children: ReactNode;
}

const COLORS = { success: 'up', warning: 'warning', failure: 'down', info: 'dark' } as const;

/** Failures interrupt a screen reader; other messages do not. */
export function Message({ kind, children }: Props) {
  const role = kind === 'failure' || kind === 'warning' ? 'alert' : 'status';
  return (
    <Alert color={COLORS[kind]} role={role} data-kind={kind}>
      {children}
    </Alert>
  );
}
