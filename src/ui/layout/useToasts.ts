import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { useApp } from '../kit/app.tsx';

export function useToasts() {
  const { notices } = useApp();
  return {
    toasts: useSelector(notices, ({ context }) => context.toasts),
    close: useCallback((id: number) => notices.send({ type: 'toast.closed', id }), [notices]),
  };
}
