import { useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { COPIED_SHOWN, isShown, provideFlash } from '../../machines/shared/index.ts';
import { useScreenActor } from './useScreenActor.ts';

export interface Copying {
  /** True for a moment after the text was copied. */
  readonly isCopied: boolean;
  /** Copies the text, and says whether it worked. */
  readonly copy: (privateText: string) => void;
}

/**
 * The clipboard, with its mark and its toasts.
 * @param shownFor how long the mark shows, in milliseconds.
 * @param copiedKey words for "copied", where they are to be more precise.
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
