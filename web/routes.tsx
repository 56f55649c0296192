import { type ComponentType, useEffect, useState } from 'react';
import { matchRoutes, Navigate, type RouteObject, useLocation } from 'react-router';
import { monitorAddress } from '#shared/monitor.ts';
import { Loading } from '#web/layout/Loading.tsx';
import { PageError } from '#web/layout/PageError.tsx';
import { SignedInLayout } from '#web/layout/SignedInLayout.tsx';
import { rememberReturn, takeReturn } from '#web/lib/session.ts';

/** Creates a route whose page loads on first use. */
const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  lazy: async () => ({ Component: await load() }),
});

// shows a page's errors inside its layout; on the lazy route itself the router wouldn't
const inside = (layout: Pick<RouteObject, 'Component' | 'lazy'>, pages: RouteObject[]): RouteObject => ({
  ...layout,
  HydrateFallback: Loading,
  errorElement: <PageError />,
  children: [{ errorElement: <PageError />, children: pages }],
});

/** Redirects all other paths. */
const elsewhere = (to: string): RouteObject => ({ path: '*', element: <Redirect to={to} /> });

function Redirect({ to }: { to: string }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (to === '/login' && pathname !== '/') rememberReturn(pathname + search);
  }, [to, pathname, search]);
  return pathname === to ? null : <Navigate to={to} replace />;
}

/** Reloads, because sign-in page and monitor aren't part of the application. */
function Anew() {
  useEffect(() => location.reload(), []);
  return <Loading />;
}

/** Only reloads for a monitor's address; any other would reload the application endlessly. */
function AnewOrHome() {
  return monitorAddress.test(location.hash) ? <Anew /> : <Navigate to="/" replace />;
}

/** Leads to the page that the sign-in page replaced, for a page that reloads after another tab has signed in. */
function Return() {
  const [to] = useState(() => takeReturn() ?? '/');
  return <Navigate to={to} replace />;
}

const signedOut: RouteObject[] = [
  { path: '/sso', Component: Anew },
  { path: '/login', Component: Anew },
  { path: '/event/:eventId/monitor/:token', Component: AnewOrHome },
  page('/register', async () => (await import('#web/auth/RegisterPage.tsx')).RegisterPage),
  page('/verify-user/:token', async () => (await import('#web/auth/VerifyUserPage.tsx')).VerifyUserPage),
  page('/forgot-password', async () => (await import('#web/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage),
  page('/reset-password/:token', async () => (await import('#web/auth/ResetPasswordPage.tsx')).ResetPasswordPage),
  page('/restore', async () => (await import('#web/auth/restore/RestorePage.tsx')).RestorePage),
  elsewhere('/login'),
];

const signedIn: RouteObject[] = [
  { path: '/login', Component: Return },
  page('/sso', async () => (await import('#web/auth/single-sign-on/LinkedPage.tsx')).LinkedPage),
  page('/', async () => (await import('#web/home/HomePage.tsx')).HomePage),
  page('/activation', async () => (await import('#web/reports/start/StartActivationPage.tsx')).StartActivationPage),
  page(
    '/communication',
    async () => (await import('#web/reports/start/StartCommunicationPage.tsx')).StartCommunicationPage,
  ),
  page('/situation-report', async () => (await import('#web/situation-reports/ChooseEventPage.tsx')).ChooseEventPage),
  page('/events', async () => (await import('#web/events/EventsPage.tsx')).EventsPage),
  page('/event/:eventId', async () => (await import('#web/event-page/EventPage.tsx')).EventPage),
  { path: '/event/:eventId/monitor/:token', Component: AnewOrHome },
  page(
    '/event/:eventId/after-action',
    async () => (await import('#web/after-action/AfterActionPage.tsx')).AfterActionPage,
  ),
  page('/event/:eventId/reports', async () => (await import('#web/reports/ReportsPage.tsx')).ReportsPage),
  page('/event/:eventId/report/:reportId', async () => (await import('#web/reports/ReportPage.tsx')).ReportPage),
  page(
    '/event/:eventId/report/:reportId/message/:messageId',
    async () => (await import('#web/messages/MessagePage.tsx')).MessagePage,
  ),
  page('/event/:eventId/deadlines', async () => (await import('#web/deadlines/DeadlinesPage.tsx')).DeadlinesPage),
  page(
    '/event/:eventId/situation-reports',
    async () => (await import('#web/situation-reports/SituationReportsPage.tsx')).SituationReportsPage,
  ),
  page(
    '/event/:eventId/situation-report/:reportId',
    async () => (await import('#web/situation-reports/SituationReportPage.tsx')).SituationReportPage,
  ),
  page('/replies', async () => (await import('#web/replies/RepliesPage.tsx')).RepliesPage),
  page('/incoming', async () => (await import('#web/incoming/IncomingPage.tsx')).IncomingPage),
  page('/drills', async () => (await import('#web/drills/DrillsPage.tsx')).DrillsPage),
  page('/exercise-mailbox', async () => (await import('#web/exercise/ExercisePage.tsx')).ExercisePage),
  page('/groups', async () => (await import('#web/contacts/groups/GroupsPage.tsx')).GroupsPage),
  page('/duties', async () => (await import('#web/contacts/roster/DutiesPage.tsx')).DutiesPage),
  page('/group/:groupId', async () => (await import('#web/contacts/groups/GroupPage.tsx')).GroupPage),
  page(
    '/mailinglists',
    async () => (await import('#web/contacts/mailing-lists/MailingListsPage.tsx')).MailingListsPage,
  ),
  page(
    '/mailinglist/:listId',
    async () => (await import('#web/contacts/mailing-lists/MailingListPage.tsx')).MailingListPage,
  ),
  page('/person/:personId', async () => (await import('#web/contacts/people/PersonPage.tsx')).PersonPage),
  page('/crisisteam', async () => (await import('#web/contacts/ways/CrisisWaysPage.tsx')).CrisisWaysPage),
  page('/changepassword', async () => (await import('#web/auth/ChangePasswordPage.tsx')).ChangePasswordPage),
  page('/changelanguage', async () => (await import('#web/auth/ChangeLanguagePage.tsx')).ChangeLanguagePage),
  page('/offline', async () => (await import('#web/offline/OfflinePage.tsx')).OfflinePage),
  page('/updateprofile', async () => (await import('#web/auth/UpdateProfilePage.tsx')).UpdateProfilePage),
];

const administration: RouteObject[] = [
  page('/administration', async () => (await import('#web/administration/AdministrationPage.tsx')).AdministrationPage),
  page(
    '/administration/systemsetup',
    async () => (await import('#web/administration/setup/SystemSetupPage.tsx')).SystemSetupPage,
  ),
  page(
    '/administration/auditlog',
    async () => (await import('#web/administration/audit/AuditLogPage.tsx')).AuditLogPage,
  ),
  page(
    '/administration/securitylog',
    async () => (await import('#web/administration/security-log/SecurityLogPage.tsx')).SecurityLogPage,
  ),
  page(
    '/administration/backups',
    async () => (await import('#web/administration/backups/BackupsPage.tsx')).BackupsPage,
  ),
  page(
    '/administration/secondplace',
    async () => (await import('#web/administration/second-place/SecondPlacePage.tsx')).SecondPlacePage,
  ),
  page(
    '/administration/workscouncil',
    async () => (await import('#web/administration/works-council/WorksCouncilPage.tsx')).WorksCouncilPage,
  ),
  page(
    '/administration/alarmpath',
    async () => (await import('#web/administration/promise/AlarmPromisePage.tsx')).AlarmPromisePage,
  ),
  page(
    '/administration/evidence',
    async () => (await import('#web/administration/evidence/EvidencePage.tsx')).EvidencePage,
  ),
  page('/administration/csvupload', async () => (await import('#web/contacts/uploads/UploadPage.tsx')).UploadPage),
  page(
    '/administration/directories',
    async () => (await import('#web/administration/directories/DirectoriesPage.tsx')).DirectoriesPage,
  ),
  page('/administration/:section', async () => (await import('#web/administration/EntityPage.tsx')).EntityPage),
];

const signedOutLayout = {
  lazy: async () => ({ Component: (await import('#web/layout/SignedOutLayout.tsx')).SignedOutLayout }),
};

/** The routes without a session. */
export const signedOutRoutes = (): RouteObject[] => [inside(signedOutLayout, signedOut)];

/** The only route, at any address, for users who must set up a second factor first. */
export const totpSetupRoutes = (): RouteObject[] => [
  inside(signedOutLayout, [page('*', async () => (await import('#web/auth/totp/TotpSetupPage.tsx')).TotpSetupPage)]),
];

/** The only route, at any address, if the server is unreachable from the start. */
export const offlineRoutes = (): RouteObject[] => [
  inside({ lazy: async () => ({ Component: (await import('#web/layout/offline/OfflineLayout.tsx')).OfflineLayout }) }, [
    page('*', async () => (await import('#web/offline/OfflineContent.tsx')).OfflineContent),
  ]),
];

/** The routes of a signed-in user; for administrators also the administration. */
export const signedInRoutes = (isAdministrator: boolean): RouteObject[] => [
  inside({ Component: SignedInLayout }, [...signedIn, ...(isAdministrator ? administration : []), elsewhere('/')]),
];

/** Preloads the page of a path for a signed-in user. */
export function preloadPage(path: string): void {
  for (const { route } of matchRoutes(signedInRoutes(true), path || '/') ?? []) {
    // opening the page reports the failure
    if (typeof route.lazy === 'function') void route.lazy().catch(() => {});
  }
}
