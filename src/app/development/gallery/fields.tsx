import { Button, Checkbox, Radio, Textarea, TextInput } from '@mantine/core';
import { PasswordField } from '../../../ui/access/PasswordField.tsx';
import { StrengthMeter } from '../../../ui/access/StrengthMeter.tsx';
import viewPanel from '../../../ui/candleChart/ViewPanel.module.css';
import { Filters, RecordSearch } from '../../../ui/history/Filters.tsx';
import { Choice } from '../../../ui/kit/Choice.tsx';
import { RadioBar } from '../../../ui/kit/RadioBar.tsx';
import { TabList } from '../../../ui/kit/TabList.tsx';
import orders from '../../../ui/openOrders/MyOrders.module.css';
import book from '../../../ui/orderBook/OrderBook.module.css';
import { AmountField } from '../../../ui/orderForm/AmountField.tsx';
import orderForm from '../../../ui/orderForm/OrderForm.module.css';
import sheet from '../../../ui/trade/FormSheet.module.css';
import { inPlace, inStates, nothing, POINTED, type Section, type Specimen, type State } from './specimen.tsx';

const ANY = ['rest', 'hover', 'focus', 'disabled', 'busy', 'invalid'] as const;
const SIMPLE = ['rest', 'hover', 'focus'] as const;

/** A field while its form is being sent is read-only. */
const propsOf = (state: State) => ({
  disabled: state === 'disabled',
  readOnly: state === 'busy',
  error: state === 'invalid' ? 'This is not valid.' : null,
});

const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'open', label: 'Open' },
] as const;

export const FIELDS: Section = {
  name: 'fields',
  title: 'Fields',
  specimens: [
    inStates('Text', 'input', ANY, (state) => (
      <TextInput label="Email" defaultValue="trader@quietbook.test" {...propsOf(state)} />
    )),
    inStates('Text, empty', 'input', SIMPLE, () => <TextInput label="Label" placeholder="What it is for" />),
    inStates('Password', 'input', ANY, (state) => (
      <PasswordField
        label="Password"
        autoComplete="new-password"
        defaultValue="Quietbook1"
        {...propsOf(state)}
      />
    )),
    inStates('Longer text', 'textarea', ANY, (state) => (
      <Textarea label="Message" rows={2} defaultValue="Where is my deposit?" {...propsOf(state)} />
    )),
    inStates('Amount with its coin', 'input', [...SIMPLE, 'busy', 'disabled', 'invalid'], (state) => (
      <form className={orderForm.form}>
        <fieldset className={orderForm.fields} disabled={state === 'disabled'}>
          <AmountField
            label="Price"
            coin="USDT"
            value="97250.5"
            error={state === 'invalid' ? 'Too many decimals.' : undefined}
            {...(state === 'busy' ? {} : { onType: nothing })}
          />
        </fieldset>
        <div className={orderForm.said} />
        <Button className={orderForm.submit} color="up" size="sm" aria-disabled={state === 'busy'}>
          Buy
        </Button>
      </form>
    )),
    ...[false, true].map((isInline) =>
      inStates(
        isInline ? 'Select beside its label' : 'Select',
        'select',
        [...SIMPLE, 'disabled'],
        (state) => (
          <Choice
            isInline={isInline}
            label="Status"
            value="open"
            options={OPTIONS}
            disabled={state === 'disabled'}
            onChoose={nothing}
          />
        ),
      ),
    ),
    inStates('Select of an order form', 'select', SIMPLE, () => (
      <select className={orderForm.choice} aria-label="Type">
        <option>Limit</option>
      </select>
    )),
    inStates('Select of the order book', 'select', SIMPLE, () => (
      <select className={book.grouping} aria-label="Group prices">
        <option>0.1</option>
      </select>
    )),
    inStates('Search of a history', 'input', SIMPLE, () => (
      <RecordSearch list="deposits" text="" onText={nothing} />
    )),
    inPlace(
      'Strength of a password',
      <StrengthMeter password="Correct-Horse-1" user={{ email: '', username: '' }} />,
      [['rest', 'div']],
    ),
  ],
};

const check = (name: string, className: string | undefined, isLabelled = true): Specimen =>
  inStates(name, 'input', [...POINTED, 'disabled'], (state) => (
    <label className={className}>
      <input type="checkbox" defaultChecked={isLabelled} disabled={state === 'disabled'} /> {name}
    </label>
  ));

const tabs = (name: string, className: string | undefined): Specimen => {
  const panel = `gallery-${name.toLowerCase().replaceAll(' ', '-')}`;
  const content = (
    <>
      <TabList
        label={name}
        tabs={['chart', 'book', 'trades', 'orders']}
        tab="chart"
        wordsOf={(tab) => tab}
        panelOf={() => panel}
        onTab={nothing}
        className={className}
      />
      <div id={panel} role="tabpanel" aria-labelledby={`${panel}-chart`} />
    </>
  );
  return inPlace(name, content, [
    ['rest', '[role=tab]:nth-child(1)'],
    ['hover', '[role=tab]:nth-child(2)'],
    ['focus', '[role=tab]:nth-child(3)'],
    ['pressed', '[role=tab]:nth-child(4)'],
  ]);
};

export const CHOICES: Section = {
  name: 'choices',
  title: 'Boxes, segments and tabs',
  specimens: [
    inStates('Hide zero balances', 'input', [...POINTED, 'disabled'], (state) => (
      <Checkbox label="Hide zero balances" defaultChecked disabled={state === 'disabled'} />
    )),
    check('All pairs', orders.pairs),
    check('Post only', orderForm.kind, false),
    check('SMA 20', viewPanel.part),
    inStates('One of several', 'input', [...POINTED, 'disabled'], (state) => (
      <Radio label="Standard" defaultChecked disabled={state === 'disabled'} />
    )),
    inPlace(
      'One of several, in a line',
      <RadioBar
        name="Sides"
        values={['All', 'Bids', 'Asks', 'Neither']}
        chosen="All"
        wordsOf={(side) => side}
        onChoose={nothing}
      />,
      [
        ['rest', 'label:nth-of-type(1) input'],
        ['hover', 'label:nth-of-type(2) input'],
        ['focus', 'label:nth-of-type(3) input'],
        ['pressed', 'label:nth-of-type(4) input'],
      ],
    ),
    inPlace('Filters of a history', <Filters list="withdrawals" filter="all" onFilter={nothing} />, [
      ['rest', 'button:nth-child(1)'],
      ['hover', 'button:nth-child(2)'],
      ['focus', 'button:nth-child(3)'],
      ['pressed', 'button:nth-child(4)'],
    ]),
    tabs('Own orders and trades', orders.tabs),
    tabs('Forms of both sides', sheet.tabs),
  ],
};
