import { specTable } from '../tools/spec.ts';
import { CHECK_ROWS, PLACE_ROWS, UNKNOWN_ROWS } from './rows.answers.ts';
import { FAULT_ROWS, FORM_ROWS, PRESS_ROWS, SETTINGS_ROWS } from './rows.presses.ts';
import type { Context } from './rows.shared.ts';

/** The order form as spec 1 §4, §5, §8, the contract and the design have it. The first row that matches wins. */
export const orderTicketSpec = () =>
  specTable<Context>([
    ...SETTINGS_ROWS,
    ...PRESS_ROWS,
    ...FAULT_ROWS,
    ...FORM_ROWS,
    ...CHECK_ROWS,
    ...PLACE_ROWS,
    ...UNKNOWN_ROWS,
  ]);
