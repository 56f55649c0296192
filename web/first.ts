// The first file of every visit, deliberately small: loads the application for signed-in users, otherwise the sign-in page,
// which doesn't need it.
import { monitorAddress } from '#shared/monitor.ts';
import { eventFieldsText } from '#web/events/event-fields.ts';
import { runningText, waitingText } from '#web/home/early.ts';
import { chosenLanguage } from '#web/lib/chosen-language.ts';
import { forgetKept } from '#web/lib/offline-store/store.ts';
import { validToken } from '#web/lib/session.ts';
import { currentUserText, prefetch, systemSettingsText } from '#web/lib/signed-in/prefetch.ts';
import { areTextsRefused, textsOf } from '#web/lib/texts.ts';
import { channelTypeFieldsText, reportTypeFieldsText } from '#web/messages/message-fields.ts';
import { loadLive } from '#web/reports/parts.ts';
import { showSignIn } from '#web/sign-in/sign-in-page.ts';

const root = document.getElementById('root')!;
const withoutSignIn = /^#\/(register|verify-user|forgot-password|reset-password|restore)(\/|$)/;
const startPage = /^#?\/?(\?|$)/;
const reportPage = /^#\/event\/\d+\/report\/(\d+)(\?|$)/;
const registerAfter = 3000;

const application = () => import('./main.tsx');
const tryAgain = 2000;
const refusedAgain = 60_000;

/** Reloads once the server responds: an update changes file names, and a failed import may stay failed until then. */
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

/** Sends the application's first requests while it loads. */
async function startApplication(): Promise<void> {
  const coming = application(); // the largest first
  coming.catch(() => {});
  textsOf(chosenLanguage(), 'first').catch(() => {});
  if (validToken()) {
    prefetch(currentUserText);
    prefetch(systemSettingsText);
    if (startPage.test(location.hash)) {
      prefetch(`${runningText}${eventFieldsText}`);
      prefetch(`${waitingText}${channelTypeFieldsText}${reportTypeFieldsText}`);
      import('#web/home/HomePage.tsx').catch(() => {});
    }
    const report = reportPage.exec(location.hash)?.[1];
    if (report) fetchReport(report);
  }
  const { start } = await coming.catch(loadAnew);
  await start(root).catch(showRefused);
}

/** Shows the page's own text with a reload button, because the server refuses all others: a retry changes nothing. */
function showRefused(error: unknown): void {
  if (!areTextsRefused(error)) throw error;
  root.hidden = true;
  const refused = document.getElementById('refused')!;
  refused.hidden = false;
  refused.querySelector('button')!.onclick = () => location.reload();
}

/** Loads all files of a report's page at once, without waiting for the application. */
function fetchReport(id: string): void {
  import('#web/reports/ask-report.ts').then(({ askReport }) => askReport(id)).catch(() => {});
  for (const load of [() => import('#web/reports/ReportPage.tsx'), loadLive]) void load().catch(() => {});
}

/** A monitor needs no sign-in, and is the same for all users. */
async function startMonitor(): Promise<void> {
  const { showMonitor } = await import('./monitor/start.tsx').catch(loadAnew);
  await showMonitor(root).catch((error) => {
    showRefused(error);
    // nobody presses a button there
    setTimeout(() => void loadAnew(), refusedAgain);
  });
}

const isWithoutSignIn = () => withoutSignIn.test(location.hash);

async function startSignIn(): Promise<void> {
  await showSignIn(root, {
    isElsewhere: isWithoutSignIn,
    prepare: () => void application().catch(() => {}),
    leave: () => void startApplication(),
  }).catch(showRefused);
}

// a change of only the hash would load nothing
addEventListener('hashchange', () => monitorAddress.test(location.hash) && location.reload());

// the next user must not find a session's data, in whichever way it ended
if (!validToken()) void forgetKept({ exceptOutbox: true });
if (monitorAddress.test(location.hash)) void startMonitor();
else if (validToken() || isWithoutSignIn()) void startApplication();
else void startSignIn();

if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // it fetches the whole application, so the visible page comes first
  setTimeout(() => void navigator.serviceWorker.register('./sw.js'), registerAfter);
}
