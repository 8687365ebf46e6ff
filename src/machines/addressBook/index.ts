export { provideAddressBook } from './addressBook.actors.ts';
export {
  addressBookMachine,
  isBusy,
  selectIsLost,
  selectKind,
  type AddressBookContext,
  type BookChange,
} from './addressBook.machine.ts';
