import 'i18next';
import type terms from '../../locales/en/terms.json';
import type privacy from '../../locales/en/privacy.json';
import type logs from '../../locales/en/logs.json';
import type faq from '../../locales/en/faq.json';
import type bounty from '../../locales/en/bounty.json';
import type apidocs from '../../locales/en/apidocs.json';
import type account from '../../locales/en/account.json';
import type alerts from '../../locales/en/alerts.json';
import type auth from '../../locales/en/auth.json';
import type common from '../../locales/en/common.json';
import type deposit from '../../locales/en/deposit.json';
import type draw from '../../locales/en/draw.json';
import type fees from '../../locales/en/fees.json';
import type faults from '../../locales/en/faults.json';
import type history from '../../locales/en/history.json';
import type landing from '../../locales/en/landing.json';
import type markets from '../../locales/en/markets.json';
import type refund from '../../locales/en/refund.json';
import type solvency from '../../locales/en/solvency.json';
import type support from '../../locales/en/support.json';
import type wallet from '../../locales/en/wallet.json';
import type withdraw from '../../locales/en/withdraw.json';
import type trade from '../../locales/en/trade.json';

// Keys are checked against the English texts.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    fallbackNS: 'common';
    resources: {
      terms: typeof terms;
      privacy: typeof privacy;
      logs: typeof logs;
      faq: typeof faq;
      bounty: typeof bounty;
      apidocs: typeof apidocs;
      account: typeof account;
      alerts: typeof alerts;
      auth: typeof auth;
      common: typeof common;
      deposit: typeof deposit;
      draw: typeof draw;
      fees: typeof fees;
      faults: typeof faults;
      history: typeof history;
      landing: typeof landing;
      markets: typeof markets;
      refund: typeof refund;
      solvency: typeof solvency;
      support: typeof support;
      wallet: typeof wallet;
      withdraw: typeof withdraw;
      trade: typeof trade;
    };
    returnNull: false;
  }
}
