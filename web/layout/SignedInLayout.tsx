import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, ScrollRestoration, useLocation } from 'react-router';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { OutboxBar } from '#web/offline/OutboxBar.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';
import { Footer } from './Footer.tsx';
import { Loading } from './Loading.tsx';
import { LoadingHint } from './LoadingHint.tsx';
import classes from './layout.module.css';
import { MobileTabs } from './MobileTabs.tsx';
import { NavigationBar } from './NavigationBar.tsx';
import { PrintHead } from './PrintHead.tsx';
import { SendingBanner } from './SendingBanner.tsx';
import { ShortcutHelp } from './ShortcutHelp.tsx';
import { SideMenu } from './SideMenu.tsx';
import { SkipLink } from './SkipLink.tsx';
import { useFocusOnNavigation } from './useFocusOnNavigation.ts';

const AccountWarnings = lazyWithFallback(async () => (await import('./AccountWarnings.tsx')).AccountWarnings, nothing);
function nothing() {
  return null;
}

/** Shows warnings above the page. Known ones appear together with the page, so that they never push it down. */
function WithWarnings({ children }: { children: ReactNode }) {
  const { warnings, refetch } = useViewer();
  useSystemLive(refetch);
  const has =
    warnings !== null && (warnings.resets.length + warnings.mailServers.length > 0 || warnings.waitingMails > 0);
  const [hadAtStart] = useState(has);
  const shown = has && <AccountWarnings />;
  return (
    <Suspense fallback={<Loading />}>
      {hadAtStart ? shown : <Suspense>{shown}</Suspense>}
      {children}
    </Suspense>
  );
}

/** The frame of every signed-in page: bar, side menu, content, footer. */
export function SignedInLayout() {
  const { t, i18n } = useTranslation('layout');
  const [menuOpen, menu] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const { pathname } = useLocation();
  const [seen, setSeen] = useState(pathname);
  useFocusOnNavigation(main);
  // the browser's back button bypasses the menu
  if (seen !== pathname) {
    setSeen(pathname);
    menu.close();
  }
  return (
    <div className={classes['shell']} data-broken={useConnectionBroken()}>
      <SkipLink target={main}>{t('skipToContent')}</SkipLink>
      <NavigationBar menuOpen={menuOpen} onToggleMenu={menu.toggle} toggleRef={toggle} />
      <ConnectionBanner leadsOn />
      <LoadingHint />
      <SideMenu
        key={i18n.language}
        open={menuOpen}
        onClose={() => {
          menu.close();
          toggle.current?.focus();
        }}
      />
      <main ref={main} tabIndex={-1} className={classes['main']}>
        <PrintHead />
        <SendingBanner />
        <WithWarnings>
          <OutboxBar />
          <Suspense fallback={<Loading />}>
            <Outlet />
          </Suspense>
        </WithWarnings>
      </main>
      <Footer />
      <MobileTabs />
      <ShortcutHelp />
      <ScrollRestoration />
    </div>
  );
}
