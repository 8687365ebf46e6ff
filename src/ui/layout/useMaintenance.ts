import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useApp } from '../kit/app.tsx';
import { usePageState } from '../kit/pageState.ts';

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
