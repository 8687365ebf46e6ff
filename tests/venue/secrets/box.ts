import { createSecretBox } from '../../../venue/secrets/secretBox.ts';

/** For tests that are about something else. */
export const testBox = createSecretBox([Buffer.alloc(32, 7)]);
