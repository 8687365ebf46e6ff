import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { isAskingService } from '../../machines/app/index.ts';
import { useApp } from './app.tsx';
import { usePageState } from './pageState.ts';

/** The maintenance page: where it leads back to, and whether the server is being asked. */
export function useMaintenance() {
  const { root, config } = useApp();
  const { from } = usePageState();
  useEffect(() => {
    root.send({ type: 'maintenance.entered', back: from ?? '/' });
    return () => root.send({ type: 'maintenance.left' });
  }, [root, from]);
  return {
    isAsking: useSelector(root, isAskingService),
    socialLink: config.brand.socialLink,
    retry: () => root.send({ type: 'user.retry' }),
  };
}
