import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { isShown, TIP_SHOWN } from '../../machines/shared/flash.machine.ts';
import { provideFlash } from '../../machines/shared/shared.actors.ts';
import { useScreenActor } from './useScreenActor.ts';

export interface Tips {
  /** The tip shown; one at a time, hidden after 3 seconds (WALLET-06). */
  readonly open: string | null;
  readonly show: (name: string) => void;
  readonly hide: () => void;
}

/** The tips of one part of a screen. */
export function useTips(): Tips {
  const ref = useScreenActor(provideFlash, { input: { shownFor: TIP_SHOWN } });
  const isOpen = useSelector(ref, isShown);
  const [name, setName] = useState<string | null>(null);
  return {
    open: isOpen ? name : null,
    show: (next) => {
      setName(next);
      ref.send({ type: 'mark.wanted' });
    },
    hide: () => setName(null),
  };
}
