import { describe, expect, it } from 'vitest';
import { hasDeveloperTools } from '../../../vite.config.ts';

describe('what developers look with', () => {
  it.each([
    ['serve', '', true],
    ['build', '', false],
    ['build', 'off', false],
    ['build', 'on', true],
  ] as const)('%s with the setting "%s": %s', (command, setting, isThere) => {
    expect(hasDeveloperTools(command, setting)).toBe(isThere);
  });
});
