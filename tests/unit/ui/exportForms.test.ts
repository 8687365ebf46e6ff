import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { historyExportImplementations } from '../../../src/machines/history/history.actors.ts';
import { isUtc } from '../../../src/domain/dates.ts';
import { exportColumns } from '../../../src/machines/history/csv.rules.ts';
import { ExportButton } from '../../../src/ui/history/ExportButton.tsx';
import { element, say } from './rendered.tsx';
import { NOW } from './scene.ts';
import { openScreens } from './screen.tsx';

const show = openScreens();
const selection = { filter: 'all', search: '' } as const;

describe('the form of an exported file (HISTORY-28)', () => {
  it('is suggested as the language writes numbers, in every history, and can be chosen', async () => {
    for (const list of ['trades', 'deposits', 'withdrawals', 'orders', 'orderHistory'] as const) {
      const screen = await show(element(ExportButton, { list, range: null, selection }));
      const [form] = screen.all('select');
      expect(form?.value).toBe('commas');
      for (const language of ['de', 'es', 'fr', 'pt', 'ru']) {
        await screen.speak(language);
        expect(form?.value).toBe('semicolons');
      }
      await screen.choose(say('history:export.form'), 'commas');
      expect(form?.value).toBe('commas');
      await screen.speak('en');
    }
  });

  it('is that of the file', async () => {
    const saved: string[] = [];
    const { saveFile } = historyExportImplementations({
      http: { send: () => Promise.reject(new Error('not asked')) },
      files: { save: (_name, _type, text) => Promise.resolve(void saved.push(text)) },
      clock: { now: () => NOW },
      random: () => 0,
      zone: () => 'UTC',
    }).actors;
    for (const form of ['commas', 'semicolons'] as const) {
      const range = { from: null, to: null };
      const input = { list: 'trades', range, selection, headings: ['a', 'b'], form, rows: [] } as const;
      createActor(saveFile, { input }).start();
    }
    await new Promise(setImmediate);
    expect(saved).toEqual(['\uFEFFa,b\r\n', '\uFEFFa;b\r\n']);
  });

  it.each([
    ['Europe/Berlin', false],
    ['Europe/London', false],
    ['Atlantic/Reykjavik', true],
    ['UTC', true],
  ])('an instant appears once where clocks show UTC: %s', (zone, isOnce) => {
    expect(isUtc(zone)).toBe(isOnce);
    expect(exportColumns('trades', zone).includes('timeZone')).toBe(!isOnce);
  });
});
