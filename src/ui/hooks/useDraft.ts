import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { selectUserId } from '../../machines/session/index.ts';
import { useApp } from './app.tsx';

/** A text that survives a reload and a failure, and is forgotten with the session. */
export interface Draft {
  readonly read: () => string;
  readonly write: (text: string) => void;
}

/** Drafts of the user who is signed in, by the name of their box; a visitor has none. */
export function useDrafts(): (name: string) => Draft {
  const { drafts, session } = useApp();
  const userId = useSelector(session, selectUserId);
  return useMemo(
    () => (name) => ({
      read: () => (userId === null ? '' : drafts.read(userId, name)),
      write: (text) => {
        if (userId !== null) drafts.write(userId, name, text);
      },
    }),
    [drafts, userId],
  );
}
