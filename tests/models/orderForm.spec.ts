import { specTable } from './tools/spec.ts';
import { CHECK_ROWS, PLACE_ROWS, UNKNOWN_ROWS } from './orderForm.rows.answers.ts';
import { FAULT_ROWS, FORM_ROWS, PRESS_ROWS, SETTINGS_ROWS } from './orderForm.rows.presses.ts';
import type { Sending } from '../../src/machines/orderForm/index.ts';
import { READ_LISTS, type Context } from './orderForm.rows.shared.ts';

/** The rules ORDER and LOST of docs/requirements.md. The first row that matches wins. */
export const orderFormSpec = (start: { readonly kept: Sending | null }) =>
  specTable<Context>([
    {
      ref: 'LOST-07: an order that was on its way is looked for before another one is taken',
      in: '',
      on: '(start)',
      if: () => start.kept !== null,
      to: 'outcomeUnknown.looking',
      does: () => READ_LISTS,
      sets: () => ({ sending: start.kept }),
    },
    ...SETTINGS_ROWS,
    ...PRESS_ROWS,
    ...FAULT_ROWS,
    ...FORM_ROWS,
    ...CHECK_ROWS,
    ...PLACE_ROWS,
    ...UNKNOWN_ROWS,
  ]);
