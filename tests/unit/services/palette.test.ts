import { describe, expect, it } from 'vitest';
import { createPalette, PALETTE_KEY } from '../../../src/services/palette.ts';
import { memoryStorage } from '../../models/tools/memoryStorage.ts';

function opened(kept: string | null) {
  const storage = memoryStorage();
  if (kept !== null) storage.write(PALETTE_KEY, kept);
  const dataset: Record<string, string> = {};
  let hear: (event: { key: string | null }) => void = () => undefined;
  const window = {
    document: { documentElement: { dataset } },
    addEventListener: (_name: string, listener: typeof hear) => {
      hear = listener;
    },
  };
  const palette = createPalette(storage, window as unknown as Window);
  return { palette, storage, dataset, otherTab: (key: string | null) => hear({ key }) };
}

describe('the palette', () => {
  it.each([
    [null, 'standard'],
    ['colorBlind', 'colorBlind'],
    ['purple', 'standard'],
    ['', 'standard'],
  ])('stored as %s, the page wears %s before anything is rendered', (kept, worn) => {
    const { palette, dataset } = opened(kept);
    expect(palette.get()).toBe(worn);
    expect(dataset).toEqual(worn === 'standard' ? {} : { palette: worn });
  });

  it('a choice is applied by the time it is announced, and stored; the standard leaves nothing behind', () => {
    const { palette, storage, dataset } = opened(null);
    const told: (string | undefined)[] = [];
    const stop = palette.listen(() => told.push(dataset.palette));
    palette.choose('colorBlind');
    expect(storage.read(PALETTE_KEY)).toBe('colorBlind');
    palette.choose('standard');
    expect(storage.read(PALETTE_KEY)).toBeNull();
    stop();
    palette.choose('colorBlind');
    expect(told).toEqual(['colorBlind', undefined]);
  });

  it('follows another tab, and a storage that was cleared', () => {
    const { palette, storage, dataset, otherTab } = opened(null);
    storage.write(PALETTE_KEY, 'colorBlind');
    otherTab('chart_interval');
    expect(palette.get()).toBe('standard');
    otherTab(PALETTE_KEY);
    expect([palette.get(), dataset]).toEqual(['colorBlind', { palette: 'colorBlind' }]);
    storage.remove(PALETTE_KEY);
    otherTab(null);
    expect([palette.get(), dataset]).toEqual(['standard', {}]);
  });
});
