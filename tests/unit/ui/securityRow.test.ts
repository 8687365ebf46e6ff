import { createElement, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { SecurityRow, useOpenRow } from '../../../src/ui/account/SecurityRow.tsx';
import { element } from './rendered.tsx';
import { openScreens, type Screen } from './screen.tsx';

const show = openScreens();

function Inside() {
  const [isShown, setShown] = useState(false);
  useOpenRow(isShown);
  return createElement('button', { onClick: () => setShown(!isShown) }, 'inside');
}

const Rowed = ({ warns }: { readonly warns: boolean }) =>
  element(SecurityRow, { name: 'row', title: 'Row', warns, children: createElement(Inside) });

function Row() {
  const [warns, setWarns] = useState(false);
  return [
    createElement('button', { key: 'button', onClick: () => setWarns(!warns) }, 'outside'),
    createElement(Rowed, { key: 'row', warns }),
  ];
}

const row = (screen: Screen) => screen.all('details')[0] as unknown as HTMLDetailsElement;

/** As the browser does, which tells of it afterwards. */
async function close(screen: Screen): Promise<void> {
  row(screen).open = false;
  row(screen).dispatchEvent(new Event('toggle'));
  await Promise.resolve();
}

describe('a row of the security page (ACCOUNT-11)', () => {
  it('is closed at first, and open where its name is in the address', async () => {
    expect(row(await show(createElement(Row))).open).toBe(false);
    expect(row(await show(createElement(Row), { path: '/security#row' })).open).toBe(true);
  });

  it.each(['outside', 'inside'])(
    'opens for each new warning from %s, though it was closed',
    async (button) => {
      const screen = await show(createElement(Row));
      for (let time = 0; time < 2; time += 1) {
        await screen.press(button);
        expect(row(screen).open).toBe(true);
        await close(screen);
        expect(row(screen).open).toBe(false);
        await screen.press(button);
        expect(row(screen).open).toBe(false);
      }
    },
  );
});
