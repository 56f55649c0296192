import { MantineProvider } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { createHashRouter, type RouteObject, RouterProvider } from 'react-router';
import { type Client, Provider } from 'urql';
import { Loading } from '#web/layout/Loading.tsx';
import { SessionWatch } from '#web/layout/SessionWatch.tsx';
import { StartProblem } from '#web/layout/StartProblem.tsx';
import { ToastPlace } from '#web/layout/ToastPlace.tsx';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useSignedIn } from '#web/lib/signed-in/useSignedIn.ts';
import { SettingsProvider, StatusProvider } from '#web/lib/system.tsx';
import { useViewer, ViewerProvider } from '#web/lib/viewer.tsx';
import { OfflineCopies } from '#web/offline/OfflineCopies.tsx';
import { ConfirmProvider } from '#web/ui/confirm.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { chosenScheme } from '#web/ui/theme/chosen-scheme.ts';
import { colourVariables } from '#web/ui/theme/palettes.ts';
import { styleNonce } from '#web/ui/theme/style-nonce.ts';
import { theme } from '#web/ui/theme/theme.ts';
import { useFocusBack } from '#web/ui/useFocusBack.ts';
import { offlineRoutes, signedInRoutes, signedOutRoutes, totpSetupRoutes } from './routes.tsx';

const OfflineStart = lazyWithFallback(
  async () => (await import('#web/layout/offline/OfflineStart.tsx')).OfflineStart,
  StartProblem,
);
const schemes = chosenScheme();

/** The application: theme, data, and the routes for signed-in or signed-out users. */
export function App({ client }: { client: Client }) {
  useFocusBack();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={colourVariables}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <Provider value={client}>
        <Tables />
      </Provider>
      <ToastPlace />
    </MantineProvider>
  );
}

function Tables() {
  if (!useSignedIn())
    return (
      <StatusProvider>
        <SignedOut />
      </StatusProvider>
    );
  return (
    <ViewerProvider fallback={({ failed, refetch }) => <Unknown failed={failed} onRetry={refetch} />}>
      <SignedIn />
    </ViewerProvider>
  );
}

/** Until the server identifies the viewer; if it can't, shows the device's copies. */
function Unknown({ failed, onRetry }: { failed: boolean; onRetry: () => void }) {
  const broken = useConnectionBroken();
  const [isWithout, setWithout] = useState(failed || broken);
  if ((failed || broken) && !isWithout) setWithout(true); // stays during retries, because the user may be reading or writing
  if (!isWithout) return <Loading />;
  return (
    <Suspense fallback={<Loading />}>
      <OfflineStart isAsking={!failed && !broken} onRetry={onRetry}>
        <Offline />
      </OfflineStart>
    </Suspense>
  );
}

function Offline() {
  return <Router routes={useMemo(() => offlineRoutes(), [])} />;
}

function SignedOut() {
  return <Router routes={useMemo(() => signedOutRoutes(), [])} />;
}

function SignedIn() {
  const { user } = useViewer();
  // settings require the second factor
  if (user.totpSetupRequired)
    return (
      <StatusProvider>
        <SessionWatch />
        <TotpSetup />
      </StatusProvider>
    );
  return (
    <SettingsProvider>
      <SessionWatch />
      <OfflineCopies />
      <Pages />
    </SettingsProvider>
  );
}

function TotpSetup() {
  return <Router routes={useMemo(() => totpSetupRoutes(), [])} />;
}

function Pages() {
  const isAdministrator = useViewer().can('show_admin_menu');
  return <Router routes={useMemo(() => signedInRoutes(isAdministrator), [isAdministrator])} />;
}

function Router({ routes }: { routes: RouteObject[] }) {
  // not disposed with the component: StrictMode would dispose the one in use
  const router = useMemo(() => createHashRouter(routes), [routes]);
  return (
    // a page's texts may still be loading
    <Suspense fallback={<Loading />}>
      <ConfirmProvider router={router}>
        <RouterProvider router={router} />
      </ConfirmProvider>
    </Suspense>
  );
}
