import type { KeyboardEvent } from 'react';

/** A key that is held down is one press: its repetitions never reach the form. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
