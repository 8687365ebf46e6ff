import { describe, expect, it } from 'vitest';
import { findBrowser, requireBrowser, type Surroundings } from '../../../scripts/browser.ts';

const OWN = '/cache/ms-playwright/chrome';
const CHROME = '/opt/google/chrome/chrome';
const FROM_PACKAGE = '/usr/bin/chromium';

interface Machine {
  readonly programs?: readonly string[];
  readonly chosen?: string;
  /** What apt-get does, where it may run. */
  readonly apt?: 'installs' | 'fails';
  /** What Playwright's installer does. */
  readonly installer?: 'installs' | 'fails' | 'installs nothing';
}

/** A machine with these programs, and a log of the commands run on it. */
function machine({ programs = [], chosen, apt, installer = 'fails' }: Machine) {
  const there = new Set(programs);
  const done: string[] = [];
  const at: Surroundings = {
    env: { PATH: '/usr/local/bin:/usr/bin', CHROMIUM: chosen },
    isProgram: (file) => there.has(file),
    own: () => OWN,
    mayInstall: () => apt !== undefined,
    install: async (packages) => {
      done.push(`apt-get ${packages.join(' ')}`);
      if (apt === 'fails') throw new Error('apt-get found no server');
      there.add(FROM_PACKAGE);
    },
    download: async () => {
      done.push('installer');
      if (installer === 'installs') there.add(OWN);
      return installer !== 'fails';
    },
    say: (line) => void done.push(line),
  };
  return { at, done };
}

const APT = 'apt-get chromium fonts-dejavu-core';
const ANNOUNCED = expect.stringContaining('npx playwright install chromium') as string;

describe('a browser for the tests', () => {
  it.each([
    [
      'the one in CHROMIUM',
      { chosen: '/my/chrome', programs: ['/my/chrome', '/usr/bin/chromium'] },
      '/my/chrome',
    ],
    [
      'one on the path, by the order of the path',
      { programs: ['/usr/bin/chromium', '/usr/local/bin/google-chrome', OWN] },
      '/usr/local/bin/google-chrome',
    ],
    ['one at a usual place', { programs: [CHROME, OWN] }, CHROME],
    ['the one of Playwright', { programs: [OWN], apt: 'installs' }, OWN],
  ] as const)('is %s, and nothing is installed', async (_title, given, found) => {
    const { at, done } = machine(given);
    expect(findBrowser(at)).toBe(found);
    expect(await requireBrowser(at)).toBe(found);
    expect(done).toEqual([]);
  });

  it('is none where CHROMIUM names no program, whatever else there is', async () => {
    const { at, done } = machine({ chosen: '/my/crome', programs: [CHROME, OWN], apt: 'installs' });
    await expect(requireBrowser(at)).rejects.toThrow('CHROMIUM names /my/crome, which is not a program.');
    expect(done).toEqual([]);
  });

  it('is installed by apt-get where that may be, before anything is downloaded', async () => {
    const { at, done } = machine({ apt: 'installs', installer: 'installs' });
    expect(await requireBrowser(at)).toBe(FROM_PACKAGE);
    expect(done).toEqual([APT]);
  });

  it('is downloaded where apt-get may not be run, which is announced first', async () => {
    const { at, done } = machine({ installer: 'installs' });
    expect(await requireBrowser(at)).toBe(OWN);
    expect(done).toEqual([ANNOUNCED, 'installer']);
  });

  it('is downloaded where apt-get fails', async () => {
    const { at, done } = machine({ apt: 'fails', installer: 'installs' });
    expect(await requireBrowser(at)).toBe(OWN);
    expect(done).toEqual([APT, 'apt-get found no server', ANNOUNCED, 'installer']);
  });

  it.each(['fails', 'installs nothing'] as const)(
    'is requested in one sentence where the installer %s, too',
    async (installer) => {
      const { at, done } = machine({ apt: 'fails', installer });
      await expect(requireBrowser(at)).rejects.toThrow(
        /^No Chromium [^.]*install Chromium or Chrome[^.]*CHROMIUM[^.]*\.$/,
      );
      expect(done.at(-1)).toBe('installer');
    },
  );
});
