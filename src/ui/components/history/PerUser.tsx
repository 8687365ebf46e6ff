import { Fragment, type ReactNode } from 'react';
import { useSession } from '../../hooks/useSession.ts';

/** Another user in this browser starts afresh: what one looked at is not the other's. */
export function PerUser({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  return user && <Fragment key={user.id}>{children}</Fragment>;
}
