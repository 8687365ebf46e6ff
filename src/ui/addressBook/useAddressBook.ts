import { useSelector } from '@xstate/react';
import { provideAddressBook } from '../../machines/addressBook/addressBook.actors.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { useHeard, useScreenActor } from '../kit/useScreenActor.ts';

/** Changes of the address book. @param clearForm is called when one was made. */
export function useAddressBook(clearForm: () => void) {
  const ref = useScreenActor(provideAddressBook, {});
  useHeard(ref, 'form.clear', clearForm);
  return {
    isBusy: useSelector(ref, isBusy),
    /** What was changed last. */
    kind: useSelector(ref, ({ context }) => context.kind),
    failure: useSelector(ref, selectFailure),
    isLost: useSelector(ref, ({ context }) => context.isLost),
    send: ref.send,
  };
}

export type BookChanges = ReturnType<typeof useAddressBook>;
