import { useSelector } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import { useApp } from '../kit/app.tsx';
import { usePageState } from '../kit/pageState.ts';

export function useToasts() {
  const { notices } = useApp();
  return {
    toasts: useSelector(notices, ({ context }) => context.toasts),
    close: useCallback((id: number) => notices.send({ type: 'toast.closed', id }), [notices]),
  };
}

export function useMaintenance() {
  const { root, config } = useApp();
  const { from } = usePageState();
  // The machine asks the server while this page is open.
  useEffect(() => {
    root.send({ type: 'maintenance.entered', back: from ?? '/' });
    return () => root.send({ type: 'maintenance.left' });
  }, [root, from]);
  return {
    isAsking: useSelector(root, (snapshot) => snapshot.matches({ service: { maintenance: 'asking' } })),
    socialLink: config.brand.socialLink,
    retry: () => root.send({ type: 'user.retry' }),
  };
}
