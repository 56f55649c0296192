import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { type Ref, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSystem } from '#web/lib/system.tsx';
import { SearchBox } from '#web/search/SearchBox.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import { useLazyMenu } from '#web/ui/menu/useLazyMenu.ts';
import classes from './NavigationBar.module.css';
import { sectionOf } from './sections.ts';
import { UserButton } from './UserButton.tsx';
import { useTabs } from './useTabs.ts';

const loadUserMenu = async () => (await import('./UserMenu.tsx')).UserMenu;
const UserMenu = lazyWithFallback(loadUserMenu, NotLoaded);

const darkGrounds: readonly string[] = ['events', 'other', 'test'];

type Props = { menuOpen: boolean; onToggleMenu: () => void; toggleRef: Ref<HTMLButtonElement> };

/** The bar at the top in the section's colour; grey unless this is the production server. */
export function NavigationBar({ menuOpen, onToggleMenu, toggleRef }: Props) {
  const { t } = useTranslation('layout');
  const { pathname } = useLocation();
  const { isProduction, systemName, darkLogoUrl } = useSystem();
  const { button, menu } = useLazyMenu(loadUserMenu);
  const section = sectionOf(pathname);
  const colour = isProduction ? section : 'test';
  const isDark = darkLogoUrl !== null && darkGrounds.includes(colour);
  return (
    <header className={classes['bar']} data-section={colour}>
      <UnstyledButton
        ref={toggleRef}
        className={classes['toggle']}
        onClick={onToggleMenu}
        aria-expanded={menuOpen}
        aria-controls="side-menu"
        aria-label={t('menu.toggle')}
      >
        <Icon name="menu" size={26} />
      </UnstyledButton>
      <Link to="/" className={classes['logo']} data-bare={isDark}>
        <Logo size={38} ground={isDark ? 'dark' : 'light'} />
        <VisuallyHidden>{systemName}</VisuallyHidden>
      </Link>
      <nav className={classes['links']} aria-label={t('nav.label')}>
        {useTabs().map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            className={classes['link']}
            aria-current={tab.section === section ? 'page' : undefined}
          >
            {t(`nav.${tab.name}`)}
          </Link>
        ))}
      </nav>
      <SearchBox />
      {!isProduction && (
        <span className={classes['test']}>
          <strong>{t('testServer.name')}</strong> <span className={classes['testDash']}>–</span> {t('testServer.text')}
        </span>
      )}
      <UserButton {...button} />
      {menu && (
        <Suspense fallback={null}>
          <UserMenu {...menu} />
        </Suspense>
      )}
    </header>
  );
}
