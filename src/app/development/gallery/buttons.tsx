import { Button, CloseButton } from '@mantine/core';
import { PasswordField } from '../../../ui/access/PasswordField.tsx';
import chart from '../../../ui/candleChart/CandleChart.module.css';
import { CopyButton, CopyTextButton } from '../../../ui/kit/CopyButton.tsx';
import icon from '../../../ui/kit/IconButton.module.css';
import { LanguagePicker } from '../../../ui/layout/LanguagePicker.tsx';
import { PaletteSwitch } from '../../../ui/layout/PaletteSwitch.tsx';
import header from '../../../ui/layout/Header.module.css';
import { FavouriteStar } from '../../../ui/markets/FavouriteStar.tsx';
import orders from '../../../ui/openOrders/MyOrders.module.css';
import orderForm from '../../../ui/orderForm/OrderForm.module.css';
import { AlertsButton, ScreenButtons } from '../../../ui/trade/PairBar.tsx';
import pairBar from '../../../ui/trade/PairBar.module.css';
import { inStates, nothing, POINTED, type Section, type Specimen, type State } from './specimen.tsx';

const ALL = [...POINTED, 'disabled'] as const;

/** A plain button of one of the style sheets. */
const plain = (name: string, className: string | undefined, states: readonly State[] = POINTED): Specimen =>
  inStates(name, 'button', states, (state) => (
    <button type="button" className={className} disabled={state === 'disabled'}>
      {name}
    </button>
  ));

const big = (name: string, props: object): Specimen =>
  inStates(name, 'button', ALL, (state) => (
    <Button {...props} disabled={state === 'disabled'}>
      {name}
    </Button>
  ));

export const BUTTONS: Section = {
  name: 'buttons',
  title: 'Buttons of forms',
  specimens: [
    big('Save', {}),
    big('Cancel', { variant: 'default' }),
    big('Later', { variant: 'subtle' }),
    big('Confirm', { color: 'up' }),
    big('Delete', { color: 'down' }),
    big('Small', { variant: 'default', size: 'xs' }),
    inStates('Buy', 'button', [...POINTED, 'busy'], (state) => (
      <div className={orderForm.form}>
        <Button
          className={orderForm.submit ?? ''}
          data-side="buy"
          aria-disabled={state === 'busy'}
          data-waiting={state === 'busy'}
        >
          Buy BTC
        </Button>
      </div>
    )),
    inStates('Withdraw', 'button', [...POINTED, 'busy'], (state) => (
      <Button aria-disabled={state === 'busy'} data-waiting={state === 'busy'}>
        Confirm withdrawal
      </Button>
    )),
    inStates('Share of a balance', 'button', ALL, (state) => (
      <div className={orderForm.shares}>
        <Button variant="default" className={orderForm.share ?? ''} disabled={state === 'disabled'}>
          25%
        </Button>
      </div>
    )),
    inStates('In a notice of the trading screen', 'button', ALL, (state) => (
      <Button size="compact-xs" variant="default" disabled={state === 'disabled'}>
        Check again
      </Button>
    )),
  ],
};

export const TOOLS: Section = {
  name: 'tools',
  title: 'Buttons of lists and of the trading screen',
  specimens: [
    big('Cancel order', { variant: 'default', size: 'xs', className: orders.cancel }),
    plain('View', chart.toggle, ALL),
    plain('Pair', pairBar.switch),
    inStates('Of the screen', 'button', POINTED, () => (
      <ScreenButtons onSettings={nothing} onShortcuts={nothing} />
    )),
  ],
};

export const ICONS: Section = {
  name: 'icons',
  title: 'Buttons with a picture',
  specimens: [
    inStates('Copy', 'button', POINTED, () => <CopyButton text="copied" label="Copy" />),
    inStates('Copy, in words', 'button', POINTED, () => (
      <CopyTextButton text="copied" label="Copy address" copiedLabel="Copied" />
    )),
    inStates('Favourite', 'button', POINTED, () => <FavouriteStar pair="BTC-USDT" />),
    inStates('Favourite, marked', 'button', POINTED, () => <FavouriteStar pair="XMR-BTC" />),
    inStates('Alerts', 'button', POINTED, () => <AlertsButton onOpen={nothing} />),
    inStates('Show the password', 'button', POINTED, () => (
      <PasswordField label="Password" autoComplete="new-password" defaultValue="Quietbook1" />
    )),
    inStates('Dismiss', 'button', POINTED, () => <CloseButton aria-label="Dismiss" />),
    inStates('Palette', 'button', POINTED, () => <PaletteSwitch />),
    inStates('Language', 'button', POINTED, () => <LanguagePicker chosen={nothing} />),
    inStates('Answered tickets', 'a', POINTED, () => (
      <a href="#icons" className={`${icon.icon} ${header.replies}`} aria-label="1 answered ticket">
        <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d="M4 5h16v11H11l-4 4v-4H4z" />
          <circle cx="20" cy="5" r="4" />
        </svg>
      </a>
    )),
  ],
};
