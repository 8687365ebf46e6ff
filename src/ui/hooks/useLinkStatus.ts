import { useSelector } from '@xstate/react';
import { linkStatus, type LinkStatus } from '../../machines/socket/index.ts';
import { useApp } from './app.tsx';

/** Whether live data can come. */
export function useLinkStatus(): LinkStatus {
  return useSelector(useApp().socket, linkStatus);
}
