import { lazy, type ComponentType } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import type { App } from '../ui/hooks/app.tsx';
import { ScreenMissingError } from '../ui/hooks/missingParts.ts';
import { Guard } from '../ui/layout/Guard.tsx';
import { Shell } from '../ui/layout/Shell.tsx';
// Not in a chunk of its own: it is shown when nothing can be loaded.
import { MaintenanceScreen } from '../ui/screens/maintenance/MaintenanceScreen.tsx';

/**
 * A screen in a chunk of its own, with the part of the application that it needs, both asked for at once. One that
 * cannot be loaded leads to the maintenance page (`ErrorBoundary`).
 */
const screen = <Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  bring: () => Promise<unknown> = () => Promise.resolve(),
) =>
  lazy(async () => {
    try {
      const [chunk] = await Promise.all([load(), bring()]);
      return { default: chunk[name] };
    } catch (error) {
      throw new ScreenMissingError(error);
    }
  });

/** Made once, before the first render: a lazy component keeps what it loaded. */
export function createScreens({ access, account, coins, records, trading }: App['parts']) {
  return {
    Landing: screen(() => import('../ui/screens/landing/LandingScreen.tsx'), 'LandingScreen'),
    Markets: screen(() => import('../ui/screens/markets/MarketsScreen.tsx'), 'MarketsScreen'),
    Fees: screen(() => import('../ui/screens/fees/FeesScreen.tsx'), 'FeesScreen', coins),
    Trade: screen(() => import('../ui/screens/trade/TradeScreen.tsx'), 'TradeScreen', trading),
    Login: screen(() => import('../ui/screens/login/LoginScreen.tsx'), 'LoginScreen', access),
    Register: screen(() => import('../ui/screens/register/RegisterScreen.tsx'), 'RegisterScreen', access),
    Dashboard: screen(
      () => import('../ui/screens/dashboard/DashboardScreen.tsx'),
      'DashboardScreen',
      account,
    ),
    Security: screen(() => import('../ui/screens/security/SecurityScreen.tsx'), 'SecurityScreen', account),
    Support: screen(() => import('../ui/screens/support/SupportScreen.tsx'), 'SupportScreen', records),
    NotFound: screen(() => import('../ui/screens/notFound/NotFoundScreen.tsx'), 'NotFoundScreen'),
  };
}

/** The routes (spec 1 §2, 2 §2.1). Screens that need a session stand inside the guard. */
export function Router({ screens }: { readonly screens: ReturnType<typeof createScreens> }) {
  const { Landing, Markets, Fees, Trade, Login, Register, Dashboard, Security, Support, NotFound } = screens;
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Shell />}>
          <Route index element={<Landing />} />
          <Route path="markets" element={<Markets />} />
          <Route path="fees" element={<Fees />} />
          <Route path="trade/:pair" element={<Trade />} />
          <Route path="login" element={<Login />} />
          <Route path="register" element={<Register />} />
          <Route element={<Guard />}>
            <Route path="dashboard" element={<Dashboard />} />
            <Route path="security" element={<Security />} />
            <Route path="support" element={<Support />}>
              {/* The same screen, with a ticket beside the list. */}
              <Route path=":ticketId" element={null} />
            </Route>
          </Route>
          <Route path="maintenance" element={<MaintenanceScreen />} />
          <Route path="*" element={<NotFound />} />
        </Route>
      </Routes>
    </BrowserRouter>
  );
}
