import { afterEach, describe, expect, it, vi } from 'vitest';
import config from '../../../vite.config.ts';

afterEach(() => vi.unstubAllEnvs());

const toolsIn = (command: 'build' | 'serve', setting: string): unknown => {
  vi.stubEnv('QUIETBOOK_INSPECTOR', setting);
  const made = config({ command, mode: 'production' });
  return made.define?.DEVELOPER_TOOLS;
};

describe('what developers look with', () => {
  it.each([
    ['serve', '', 'true'],
    ['build', '', 'false'],
    ['build', 'off', 'false'],
    ['build', 'on', 'true'],
  ] as const)('%s with the setting "%s": %s', (command, setting, isThere) => {
    expect(toolsIn(command, setting)).toBe(isThere);
  });
});
