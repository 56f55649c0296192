// The first file of every visit, small on purpose: whoever is signed in gets the application, everybody else the sign-in
// page, which needs nothing of it.
import { monitorAddress } from '#shared/monitor.ts';
import { chosenLanguage } from '#web/lib/chosen-language.ts';
import { forgetKept } from '#web/lib/kept/store.ts';
import { validToken } from '#web/lib/session.ts';
import { askForUser } from '#web/lib/signed-in/early-user.ts';
import { textsOf } from '#web/lib/texts.ts';
import { showSignIn } from '#web/sign-in/sign-in-page.ts';

const root = document.getElementById('root')!;
const withoutSignIn = /^#\/(register|verify-user|forgot-password|reset-password)(\/|$)/;
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
  const language = chosenLanguage();
  for (const part of ['first', 'rest'] as const) textsOf(language, part).catch(() => {});
  if (validToken()) askForUser();
  const { start } = await application().catch(loadAnew);
  await start(root);
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
