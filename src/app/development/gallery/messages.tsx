import { Button, Notification, Table } from '@mantine/core';
import { Link } from 'react-router-dom';
import { SideBadge, StatusBadge as TransferBadge } from '../../../ui/history/cells.tsx';
import { HistoryTable } from '../../../ui/history/HistoryTable.tsx';
import { SignInPrompt } from '../../../ui/openOrders/Panel.tsx';
import { DialogActions } from '../../../ui/kit/Dialog.tsx';
import { LostAnswer } from '../../../ui/kit/LostAnswer.tsx';
import { Message } from '../../../ui/kit/Message.tsx';
import { PageLinks } from '../../../ui/kit/PageFrame.tsx';
import { Pager } from '../../../ui/kit/Pager.tsx';
import footer from '../../../ui/layout/Footer.module.css';
import header from '../../../ui/layout/Header.module.css';
import language from '../../../ui/layout/LanguagePicker.module.css';
import notices from '../../../ui/layout/Notices.module.css';
import toasts from '../../../ui/layout/Toasts.module.css';
import { PlaceholderRows } from '../../../ui/kit/PlaceholderRows.tsx';
import markets from '../../../ui/markets/MarketsTable.module.css';
import orders from '../../../ui/openOrders/MyOrders.module.css';
import outcome from '../../../ui/orderForm/Outcome.module.css';
import faq from '../../../ui/publicPages/Faq.module.css';
import { StatusBadge } from '../../../ui/support/StatusBadge.tsx';
import { EMPTY_HISTORY, FAILED_HISTORY, LOADING_HISTORY } from './rows.tsx';
import { inPlace, inStates, nothing, POINTED, type Section, still } from './specimen.tsx';

export const LINKS: Section = {
  name: 'links',
  title: 'Links, menus and pages of a list',
  specimens: [
    inStates('Link', 'a', POINTED, () => <a href="#links">See the data policy</a>),
    inStates('Of the header', 'a', POINTED, () => (
      <a href="#links" className={header.link}>
        Markets
      </a>
    )),
    inStates('Of the header, here', 'a', ['rest'], () => (
      <a href="#links" className={header.link} aria-current="page">
        Markets
      </a>
    )),
    inStates('Of the footer', 'a', POINTED, () => (
      <span className={footer.links}>
        <a href="#links">Fees</a>
      </span>
    )),
    inStates('To the whole list', 'a', POINTED, () => (
      <a href="#links" className={orders.all}>
        All orders
      </a>
    )),
    inStates('Language in the menu', 'button', POINTED, () => (
      <div className={language.list} data-gallery="placed">
        <button type="button">Español</button>
      </div>
    )),
    inStates('Question', 'summary', POINTED, () => (
      <details className={faq.item}>
        <summary className={faq.question}>Who can see my orders?</summary>
      </details>
    )),
    inPlace(
      'Links of a page',
      <PageLinks name="Links of a page">
        <Link to="/wallet">Wallet</Link>
        <Link to="/fees">Fees</Link>
        <Link to="/faq">Questions</Link>
      </PageLinks>,
      [
        ['hover', 'a:nth-child(1)'],
        ['focus', 'a:nth-child(2)'],
        ['pressed', 'a:nth-child(3)'],
      ],
    ),
    inPlace(
      'Pages of a list',
      <Pager view={{ page: 1, pages: 5, from: 1, to: 20, total: 92 }} onPage={nothing} />,
      [
        ['disabled', 'nav button:nth-of-type(1)'],
        ['rest', 'nav button:nth-of-type(2)'],
        ['hover', 'nav button:nth-of-type(3)'],
        ['focus', 'nav button:nth-of-type(4)'],
        ['pressed', 'nav button:last-of-type'],
      ],
    ),
  ],
};

export const MESSAGES: Section = {
  name: 'messages',
  title: 'Messages and badges',
  specimens: [
    ...(['success', 'warning', 'failure', 'info'] as const).map((kind) =>
      still(`Message, ${kind}`, <Message kind={kind}>The withdrawal was submitted.</Message>),
    ),
    still(
      'Answer that is looked for',
      <LostAnswer
        isLooking
        looking="No response from the server. Checking…"
        unresolved=""
        checkAgain=""
        leave=""
        onCheckAgain={nothing}
        onLeave={nothing}
      />,
    ),
    still(
      'Answer that was not found',
      <LostAnswer
        isLooking={false}
        looking=""
        unresolved="No response from the server. Check again, or leave it."
        checkAgain="Check again"
        leave="Leave"
        onCheckAgain={nothing}
        onLeave={nothing}
      />,
    ),
    ...(['failure', 'warning', 'info'] as const).map((kind) =>
      still(
        `Under an order form, ${kind}`,
        <div className={outcome.note} data-kind={kind}>
          <p>The order was not placed.</p>
        </div>,
      ),
    ),
    still(
      'Banner',
      <div className={notices.notices}>
        <p className={notices.warning}>
          You are offline. <a href="#messages">See what became of it</a>
        </p>
      </div>,
    ),
    ...(['up', 'down', 'info'] as const).map((color) =>
      still(
        `Toast, ${color}`,
        <Notification className={toasts.toast} color={color} closeButtonProps={{ 'aria-label': 'Dismiss' }}>
          The order was placed. <span className={toasts.times}>3 times</span>
        </Notification>,
      ),
    ),
    inPlace(
      'Dialog',
      <div className="mantine-Modal-content" data-gallery="placed">
        <div className="mantine-Modal-body">
          <p className="mantine-Modal-title">Cancel all orders?</p>
          <p>All open orders of this pair are cancelled.</p>
          <DialogActions>
            <Button variant="default">Keep</Button>
            <Button color="down">Cancel all</Button>
          </DialogActions>
        </div>
      </div>,
      [['rest', 'p']],
    ),
    still(
      'Status of a ticket',
      <>
        <StatusBadge status="open" /> <StatusBadge status="pending" /> <StatusBadge status="closed" />
      </>,
    ),
    still(
      'Status of a transfer',
      <>
        <TransferBadge status="completed" tone="good" /> <TransferBadge status="pending" tone="waiting" />{' '}
        <TransferBadge status="failed" tone="bad" />
      </>,
    ),
    still(
      'Side',
      <>
        <SideBadge side="buy" /> <SideBadge side="sell" />
      </>,
    ),
    still('Of an order', <span className={orders.badge}>Partial</span>),
  ],
};

export const EMPTINESS: Section = {
  name: 'emptiness',
  title: 'Before there is data, and without any',
  specimens: [
    inPlace('History without a row', <HistoryTable {...EMPTY_HISTORY} />, [['rest', 'table']]),
    inPlace('History that failed', <HistoryTable {...FAILED_HISTORY} />, [['rest', 'div']]),
    inPlace('History that loads', <HistoryTable {...LOADING_HISTORY} />, [['busy', 'table']]),
    inPlace(
      'Markets that load',
      <Table className={markets.table ?? ''} aria-busy="true">
        <Table.Tbody>
          <PlaceholderRows rows={2} columns={6} />
        </Table.Tbody>
      </Table>,
      [['busy', 'table']],
    ),
    inPlace('Own orders of a visitor', <SignInPrompt />, [['rest', 'a']]),
  ],
};
