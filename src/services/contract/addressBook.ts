/** The addresses that an account may withdraw to. */
import * as z from 'zod/mini';
import { type AddressBook, LONGEST_LABEL } from '../../domain/addressBook.ts';
import { BLANK, id, instant, nullable, sentFactor } from './values.ts';
import { sentAddress, sentTicker, ticker } from './wallet.ts';

const bookAddressAnswer = z.pipe(
  z.object({ id, coin_ticker: ticker, address: z.string(), label: z.string(), usable_at: instant }),
  z.transform((raw) => ({
    id: raw.id,
    coin: raw.coin_ticker,
    address: raw.address,
    label: raw.label,
    usableAt: raw.usable_at,
  })),
);

/** `GET /user/address-book`, and the answer to each of its changes (HELD-01). */
export const addressBookAnswer = z.pipe(
  z.object({ is_on: z.boolean(), off_at: nullable(instant), addresses: z.array(bookAddressAnswer) }),
  z.transform((raw): AddressBook => ({ isOn: raw.is_on, offAt: raw.off_at, addresses: raw.addresses })),
);

export const addressBookSwitchBody = z.strictObject({
  is_on: z.boolean(),
  password: z.optional(z.string().check(z.maxLength(1024))),
  two_factor_code: z.optional(sentFactor),
});

export const bookAddressBody = z.strictObject({
  coin_ticker: sentTicker,
  address: sentAddress.check(z.minLength(1)),
  label: z.string().check(z.maxLength(LONGEST_LABEL), z.regex(/\S/, BLANK)),
  two_factor_code: z.optional(sentFactor),
});
