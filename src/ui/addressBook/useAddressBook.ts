import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type BookChange } from '../../machines/addressBook/addressBook.machine.ts';
import { provideAddressBook } from '../../machines/addressBook/addressBook.actors.ts';
import { selectFailure, isBusy } from '../../machines/shared/common.ts';
import { useScreenActor } from '../kit/useScreenActor.ts';

/** Changes of the address book. @param clearForm is called when one was made. */
export function useAddressBook(clearForm: () => void) {
  const ref = useScreenActor(provideAddressBook, {});
  useEffect(() => {
    const subscription = ref.on('form.clear', clearForm);
    return () => subscription.unsubscribe();
  }, [ref, clearForm]);
  return {
    isBusy: useSelector(ref, isBusy),
    /** What was changed last. */
    kind: useSelector(ref, ({ context }) => context.kind),
    failure: useSelector(ref, selectFailure),
    isLost: useSelector(ref, ({ context }) => context.isLost),
    change: (change: BookChange) => ref.send({ type: 'user.change', change }),
    edit: () => ref.send({ type: 'user.edit' }),
  };
}

export type BookChanges = ReturnType<typeof useAddressBook>;
