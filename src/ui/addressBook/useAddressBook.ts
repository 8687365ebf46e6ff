import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import {
  isBusy,
  provideAddressBook,
  selectIsLost,
  selectKind,
  type BookChange,
} from '../../machines/addressBook/index.ts';
import { selectFailure } from '../../machines/shared/index.ts';
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
    kind: useSelector(ref, selectKind),
    failure: useSelector(ref, selectFailure),
    isLost: useSelector(ref, selectIsLost),
    change: (change: BookChange) => ref.send({ type: 'user.change', change }),
    edit: () => ref.send({ type: 'user.edit' }),
  };
}

export type BookChanges = ReturnType<typeof useAddressBook>;
