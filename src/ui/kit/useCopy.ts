import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { COPIED_SHOWN, isShown } from '../../machines/shared/flash.machine.ts';
import { provideFlash } from '../../machines/shared/shared.actors.ts';
import { useScreenActor } from './useScreenActor.ts';

export interface Copying {
  /** True for a moment after the text was copied. */
  readonly isCopied: boolean;
  /** Copies the text and reports success or failure in a toast. */
  readonly copy: (privateText: string) => void;
}

/**
 * Copies to the clipboard, with a mark and a toast.
 * @param shownFor how long the mark shows, in milliseconds.
 * @param copiedKey key of the text for "copied", where a more precise one is wanted.
 */
export function useCopy(shownFor: number = COPIED_SHOWN, copiedKey?: string): Copying {
  const ref = useScreenActor(provideFlash, {
    input: { shownFor, ...(copiedKey === undefined ? {} : { copiedKey }) },
  });
  return {
    isCopied: useSelector(ref, isShown),
    copy: useCallback((privateText) => ref.send({ type: 'user.copy', privateText }), [ref]),
  };
}
