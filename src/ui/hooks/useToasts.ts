import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { selectToasts } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';

/** The short messages over the screen, oldest first. */
export function useToasts() {
  const { notices } = useApp();
  return {
    toasts: useSelector(notices, selectToasts),
    close: useCallback((id: number) => notices.send({ type: 'toast.closed', id }), [notices]),
  };
}
