import { Button, UnstyledButton } from '@mantine/core';
import { lazy, Suspense, useRef, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router-dom';
import { pages } from '../../domain/paths.ts';
import { useApp, useCapabilities } from '../kit/app.tsx';
import { useSameWay } from '../kit/pageState.ts';
import { useLastPair } from '../kit/usePreference.ts';
import { useSession } from '../kit/useSession.ts';
import icon from '../kit/IconButton.module.css';
import classes from './Header.module.css';
import { LanguagePicker } from './LanguagePicker.tsx';
import { PaletteSwitch } from './PaletteSwitch.tsx';
import type { SupportMarkProps } from './SupportMark.tsx';

// Without them the page works.
const News = lazy<ComponentType>(() => import('./News.tsx').catch(() => ({ default: () => null })));
const SupportMark = lazy<ComponentType<SupportMarkProps>>(() =>
  import('./SupportMark.tsx').catch(() => ({ default: () => null })),
);

function Logo() {
  const { hasLogo } = useApp().config.brand;
  if (hasLogo) return <img className={classes.logo} src="/logo.svg" alt="" />;
  return (
    // By its mark the venue finds it in pages that it serves as text (venue/brand/apply.ts).
    <svg className={classes.logo} data-logo="" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M11 4h10M4 9h17" />
      <path className={classes.bids} d="M7 15h14M14 20h7" />
    </svg>
  );
}

/** The sticky header (NAV-01). */
export function Header() {
  const { t } = useTranslation();
  const { config } = useApp();
  const { sandbox: isSandbox } = useCapabilities();
  const { isSignedIn, isDeciding, isSigningOut, signOut } = useSession();
  const [isOpen, setOpen] = useState(false);
  const way = useSameWay();
  const lastPair = useLastPair();
  const close = () => setOpen(false);
  const menu = useRef<HTMLButtonElement>(null);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears what its buttons and links do not use
    <header
      className={classes.header}
      onKeyDown={({ key, currentTarget }) => {
        // An open list of languages closes first.
        if (
          key !== 'Escape' ||
          !isOpen ||
          currentTarget.querySelector(':is(:popover-open, [popover][data-open])')
        )
          return;
        close();
        menu.current?.focus();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // The open menu covers the page: focus behind it would be invisible.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
      }}
    >
      <Link to="/" className={classes.brand} onClick={close}>
        <Logo />
        {config.brand.name}
      </Link>
      {isSandbox && (
        <span className={classes.sandbox} title={t('notice.sandbox')}>
          {t('notice.sandboxMark')}
        </span>
      )}
      <UnstyledButton
        ref={menu}
        hiddenFrom="sm"
        className={`${icon.icon} ${classes.menu}`}
        aria-expanded={isOpen}
        aria-controls="main-navigation"
        aria-label={t('shell.menu')}
        onClick={() => setOpen(!isOpen)}
      >
        <svg className="drawn" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path d={isOpen ? 'M6 6l12 12M18 6L6 18' : 'M4 7h16M4 12h16M4 17h16'} />
        </svg>
      </UnstyledButton>
      <nav
        id="main-navigation"
        className={classes.navigation}
        aria-label={t('shell.main')}
        data-open={isOpen}
      >
        <NavLink to="/markets" className={classes.link ?? ''} onClick={close}>
          {t('shell.markets')}
        </NavLink>
        {lastPair !== '' && (
          <NavLink to={`/trade/${lastPair}`} className={`${classes.link} ${classes.further}`} onClick={close}>
            {t('shell.trade')}
          </NavLink>
        )}
        <NavLink to="/fees" className={classes.link ?? ''} onClick={close}>
          {t('shell.fees')}
        </NavLink>
        {isSignedIn && pages.has('/wallet') && (
          <NavLink to="/wallet" className={classes.link ?? ''} onClick={close}>
            {t('shell.wallet')}
          </NavLink>
        )}
        {isSignedIn && pages.has('/active-orders') && (
          <NavLink to="/active-orders" className={`${classes.link} ${classes.further}`} onClick={close}>
            {t('shell.orders')}
          </NavLink>
        )}
        <PaletteSwitch />
        <LanguagePicker chosen={close} />
        {(isSignedIn || isSigningOut) && (
          <>
            <NavLink to="/dashboard" className={classes.link ?? ''} onClick={close}>
              {t('shell.dashboard')}
            </NavLink>
            <Button
              variant="default"
              size="xs"
              className={classes.action ?? ''}
              disabled={isSigningOut}
              onClick={() => {
                close();
                signOut();
              }}
            >
              {t('shell.logout')}
            </Button>
          </>
        )}
        {!isSignedIn && !isDeciding && !isSigningOut && (
          <>
            <NavLink to="/login" state={way} className={classes.link ?? ''} onClick={close}>
              {t('shell.login')}
            </NavLink>
            <Button
              component={Link}
              to="/register"
              state={way}
              size="xs"
              className={classes.action ?? ''}
              onClick={close}
            >
              {t('shell.register')}
            </Button>
          </>
        )}
      </nav>
      {isSignedIn && (
        <>
          {/* Its place, so that nothing moves when it comes (TRADE-20). */}
          <Suspense fallback={<span className={`${icon.icon} ${classes.replies}`} />}>
            <News />
          </Suspense>
          <Suspense>
            <SupportMark onFollow={close} />
          </Suspense>
        </>
      )}
    </header>
  );
}
