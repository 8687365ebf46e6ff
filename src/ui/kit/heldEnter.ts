import type { KeyboardEvent } from 'react';

/** Stops repeated submits while Enter is held. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
