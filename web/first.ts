// The first file of every visit, small on purpose: whoever is signed in gets the application, everybody else the sign-in
// page, which needs nothing of it.
import { monitorAddress } from '#shared/monitor.ts';
import { eventFieldsText } from '#web/events/event-fields.ts';
import { runningText, waitingText } from '#web/home/early.ts';
import { chosenLanguage } from '#web/lib/chosen-language.ts';
import { forgetKept } from '#web/lib/kept/store.ts';
import { validToken } from '#web/lib/session.ts';
import { askEarly, currentUserText, systemSettingsText } from '#web/lib/signed-in/early.ts';
import { textsOf } from '#web/lib/texts.ts';
import { channelTypeFieldsText, reportTypeFieldsText } from '#web/messages/message-fields.ts';
import { loadLive } from '#web/reports/parts.ts';
import { showSignIn } from '#web/sign-in/sign-in-page.ts';

const root = document.getElementById('root')!;
const withoutSignIn = /^#\/(register|verify-user|forgot-password|reset-password)(\/|$)/;
const startPage = /^#?\/?(\?|$)/;
const reportPage = /^#\/event\/\d+\/report\/(\d+)(\?|$)/;
const registerAfter = 3000;

const application = () => import('./main.tsx');
const tryAgain = 2000;

/** After an update its name is another one, and an import that failed may stay failed until the page is loaded anew. */
async function loadAnew(): Promise<never> {
  do await new Promise((resolve) => setTimeout(resolve, tryAgain * (1 + Math.random())));
  while (!(await isServerThere()));
  location.reload();
  return new Promise(() => {});
}

const isServerThere = () =>
  fetch('./', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/** What the application will ask for first is asked for while it is on its way. */
async function startApplication(): Promise<void> {
  const coming = application(); // the largest first
  coming.catch(() => {});
  textsOf(chosenLanguage(), 'first').catch(() => {});
  if (validToken()) {
    askEarly(currentUserText);
    askEarly(systemSettingsText);
    if (startPage.test(location.hash)) {
      askEarly(`${runningText}${eventFieldsText}`);
      askEarly(`${waitingText}${channelTypeFieldsText}${reportTypeFieldsText}`);
    }
    const report = reportPage.exec(location.hash)?.[1];
    if (report) fetchReport(report);
  }
  const { start } = await coming.catch(loadAnew);
  await start(root);
}

/** All its files at once, instead of when the application has come and looked at the address. */
function fetchReport(id: string): void {
  import('#web/reports/ask-report.ts').then(({ askReport }) => askReport(id)).catch(() => {});
  for (const load of [() => import('#web/reports/ReportPage.tsx'), loadLive]) void load().catch(() => {});
}

/** A monitor is nobody's: it takes no sign-in, and shows the same whoever is signed in. */
async function startMonitor(): Promise<void> {
  const { start } = await import('./monitor/start.tsx').catch(loadAnew);
  await start(root);
}

const isWithoutSignIn = () => withoutSignIn.test(location.hash);

async function startSignIn(): Promise<void> {
  await showSignIn(root, {
    isElsewhere: isWithoutSignIn,
    prepare: () => void application().catch(() => {}),
    leave: () => void startApplication(),
  });
}

// only what is behind the # differs from what is shown, so that nothing would be loaded
addEventListener('hashchange', () => monitorAddress.test(location.hash) && location.reload());

// however a session ended, whoever comes after it finds nothing
if (!validToken()) void forgetKept({ butUnsent: true });
if (monitorAddress.test(location.hash)) void startMonitor();
else if (validToken() || isWithoutSignIn()) void startApplication();
else void startSignIn();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // it fetches the whole application: what is being waited for comes first
  setTimeout(() => void navigator.serviceWorker.register('./sw.js'), registerAfter);
}
