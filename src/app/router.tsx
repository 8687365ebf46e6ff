import type { ComponentType } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { orderArea, walletArea } from '../machines/resource/resource.reads.ts';
import { useApp } from '../ui/kit/app.tsx';
import { lazyScreen, type LazyPart } from '../ui/kit/lazyPart.tsx';
import { MaintenanceScreen } from '../ui/layout/MaintenanceScreen.tsx';
import { Guard, Shell } from '../ui/layout/Shell.tsx';

/** A screen in a chunk of its own; its part of the application loads at the same time. */
export const screen = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  bringPart: () => Promise<unknown> = () => Promise.resolve(),
): LazyPart<object> =>
  lazyScreen(async () => {
    const [chunk] = await Promise.all([load(), bringPart()]);
    return chunk;
  }, name);

export type Screens = ReturnType<typeof createScreens>;

/** Loaded beside a screen's code. */
const coins = (): Promise<unknown> => Promise.all([orderArea.load(), walletArea.load()]);
const trading = (): Promise<unknown> => orderArea.load();

/** Call once, before the first render: screens keep what they loaded. */
export function createScreens() {
  return {
    Landing: screen(() => import('../ui/publicPages/LandingScreen.tsx'), 'LandingScreen'),
    Markets: screen(() => import('../ui/markets/MarketsScreen.tsx'), 'MarketsScreen'),
    Fees: screen(() => import('../ui/fees/FeesScreen.tsx'), 'FeesScreen', coins),
    Trade: screen(() => import('../ui/trade/TradeScreen.tsx'), 'TradeScreen', trading),
    Login: screen(() => import('../ui/access/LoginScreen.tsx'), 'LoginScreen'),
    Register: screen(() => import('../ui/access/RegisterScreen.tsx'), 'RegisterScreen'),
    Recover: screen(() => import('../ui/access/RecoverScreen.tsx'), 'RecoverScreen'),
    Dashboard: screen(() => import('../ui/account/DashboardScreen.tsx'), 'DashboardScreen'),
    Security: screen(() => import('../ui/account/SecurityScreen.tsx'), 'SecurityScreen'),
    Wallet: screen(() => import('../ui/wallet/WalletScreen.tsx'), 'WalletScreen', coins),
    Deposit: screen(() => import('../ui/deposit/DepositScreen.tsx'), 'DepositScreen', coins),
    Withdraw: screen(() => import('../ui/withdrawal/WithdrawScreen.tsx'), 'WithdrawScreen', coins),
    RefundAddresses: screen(
      () => import('../ui/refundAddresses/RefundAddressesScreen.tsx'),
      'RefundAddressesScreen',
      coins,
    ),
    Support: screen(() => import('../ui/support/SupportScreen.tsx'), 'SupportScreen'),
    TradingHistory: screen(() => import('../ui/history/TradingHistoryScreen.tsx'), 'TradingHistoryScreen'),
    DepositHistory: screen(() => import('../ui/history/DepositHistoryScreen.tsx'), 'DepositHistoryScreen'),
    WithdrawalHistory: screen(
      () => import('../ui/history/WithdrawalHistoryScreen.tsx'),
      'WithdrawalHistoryScreen',
    ),
    ActiveOrders: screen(
      () => import('../ui/openOrders/ActiveOrdersScreen.tsx'),
      'ActiveOrdersScreen',
      trading,
    ),
    OrderHistory: screen(() => import('../ui/openOrders/OrderHistoryScreen.tsx'), 'OrderHistoryScreen'),
    Terms: screen(() => import('../ui/publicPages/TermsScreen.tsx'), 'TermsScreen'),
    Privacy: screen(() => import('../ui/publicPages/PrivacyScreen.tsx'), 'PrivacyScreen'),
    Logs: screen(() => import('../ui/publicPages/LogsScreen.tsx'), 'LogsScreen'),
    Faq: screen(() => import('../ui/publicPages/FaqScreen.tsx'), 'FaqScreen'),
    Bounty: screen(() => import('../ui/publicPages/BountyScreen.tsx'), 'BountyScreen'),
    ApiDocs: screen(() => import('../ui/publicPages/ApiDocsScreen.tsx'), 'ApiDocsScreen'),
    Solvency: screen(() => import('../ui/solvency/SolvencyScreen.tsx'), 'SolvencyScreen'),
    NotFound: screen(() => import('../ui/layout/NotFoundScreen.tsx'), 'NotFoundScreen'),
  };
}

export function AppRoutes({ screens }: { readonly screens: Screens }) {
  const { Landing, Markets, Fees, Trade, Login, Register, Dashboard, Security, Support, NotFound } = screens;
  const { Wallet, Deposit, Withdraw, RefundAddresses } = screens;
  const { hasBounty } = useApp().config.brand;
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route index element={<Landing />} />
        <Route path="markets" element={<Markets />} />
        <Route path="fees" element={<Fees />} />
        <Route path="trade/:pair" element={<Trade />} />
        <Route path="terms" element={<screens.Terms />} />
        <Route path="tos" element={<screens.Terms />} />
        <Route path="privacy" element={<screens.Privacy />} />
        <Route path="logs" element={<screens.Logs />} />
        <Route path="faq" element={<screens.Faq />} />
        {hasBounty && <Route path="bugbounty" element={<screens.Bounty />} />}
        <Route path="api" element={<screens.ApiDocs />} />
        <Route path="solvency" element={<screens.Solvency />} />
        <Route path="login" element={<Login />} />
        <Route path="register" element={<Register />} />
        <Route path="recover" element={<screens.Recover />} />
        <Route element={<Guard />}>
          <Route path="dashboard" element={<Dashboard />} />
          <Route path="security" element={<Security />} />
          <Route path="trading-history" element={<screens.TradingHistory />} />
          <Route path="deposit-history" element={<screens.DepositHistory />} />
          <Route path="withdrawal-history" element={<screens.WithdrawalHistory />} />
          <Route path="active-orders" element={<screens.ActiveOrders />} />
          <Route path="order-history" element={<screens.OrderHistory />} />
          <Route path="wallet" element={<Wallet />} />
          <Route path="deposit/:symbol" element={<Deposit />} />
          <Route path="withdraw/:symbol" element={<Withdraw />} />
          <Route path="refund-addresses" element={<RefundAddresses />} />
          <Route path="support" element={<Support />}>
            <Route path=":ticketId" element={null} />
          </Route>
        </Route>
        <Route path="maintenance" element={<MaintenanceScreen />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}

export function Router({ screens }: { readonly screens: Screens }) {
  return (
    <BrowserRouter>
      <AppRoutes screens={screens} />
    </BrowserRouter>
  );
}
