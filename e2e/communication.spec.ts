import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { signIn } from './sign-in.ts';
import { openStaffInformation } from './staff-information.ts';

test.beforeEach(({ page }) => signIn(page, 'de'));

const event = 'Übung: Räumung Bettenhaus B (ÜBUNG)';

/** Writes a staff information for the demo's running exercise, with one mailing list as recipients. */
async function write(page: Page): Promise<void> {
  await page.goto('/#/communication');
  await page.getByRole('main').getByRole('button', { expanded: false }).click();
  await page.getByRole('combobox', { name: 'Ereignis', exact: true }).selectOption({ label: event });
  await page.getByRole('button', { name: /^Mitarbeiterinformation/ }).click();
  await expect(page.getByRole('heading', { name: 'Mitarbeiterinformation prüfen' })).toBeVisible();
  await page.getByRole('button', { name: 'Empfänger auswählen' }).click();
  await page.getByRole('searchbox', { name: 'Verteiler suchen' }).fill('Führungs');
  await page.getByRole('checkbox', { name: 'Führungskräfte' }).check();
  await page.getByRole('tab', { name: 'Personen' }).click();
  await page.getByRole('searchbox', { name: 'Person suchen' }).fill('Wintermantel');
  // distinguishes equal names
  await expect(page.getByText('Ärztliche Direktorin, Klinikleitung')).toBeVisible();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(page.getByRole('button', { name: 'Führungskräfte entfernen' })).toBeVisible();
}

async function launch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
}

test('a communication is written, withdrawn in time, and shows that it reached no one', async ({ page }) => {
  await write(page);
  await page.getByRole('button', { name: 'Text ändern' }).click();
  await page.getByRole('textbox', { name: 'Überschrift' }).fill('Sammelplatz verlegt');
  await page.getByRole('button', { name: 'Fertig' }).click();
  await launch(page);
  await expect(page.getByRole('heading', { name: 'Sammelplatz verlegt' })).toBeVisible();
  await page.getByRole('button', { name: 'Rückgängig' }).click();
  await expect(page.getByText('Es wurde nichts gesendet')).toBeVisible();
  await expect(page.getByText('Gestoppt', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('21 nicht gesendet')).toBeVisible();
  await page.getByRole('button', { name: 'Noch einmal vorbereiten' }).click();
  await expect(page.getByText('Alles bereit')).toBeVisible();
  await expect(page.getByText('21 Personen sofort')).toBeVisible();
});

test('a scheduled communication shows its time and recipients', async ({ page }) => {
  await openStaffInformation(page);
  await page.getByRole('button', { name: 'Weiter: Senden' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Später senden' }).check();
  await expect(dialog.getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d MES?Z$/)).toBeVisible(); // not as the browser writes it
  await dialog.getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByText('Geplant für')).toBeVisible();
  await expect(page.getByText('21 Personen', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Stoppen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByText('Geplant für')).toBeHidden();
});

test('pressing again after a lost answer sends nothing twice', async ({ page }) => {
  // a page that follows live would learn by itself that it was sent
  await page.route('**/api/graphql/stream', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, body: '' }),
  );
  await openStaffInformation(page);
  let offline = false;
  let launches = 0;
  await page.route(/\/api\/|\/readyz/, async (route) => {
    if (route.request().url().endsWith('/stream')) return route.fallback();
    const isLaunch = route.request().postData()?.includes('mutation SendReport') ?? false;
    if (isLaunch) launches += 1;
    if (isLaunch) offline = launches === 1;
    if (isLaunch && launches === 1) await route.fetch(); // the server launches, but the page never hears of it
    return offline ? route.abort('connectionreset') : route.continue();
  });
  await launch(page);
  await expect(page.getByText('Niemand bekommt die Nachricht doppelt')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Personen', exact: true })).toBeVisible();
  await expect(page.getByText('21 Personen', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ von 21 im Übungspostfach/)).toHaveCount(1);
  expect(launches).toBe(2);
});

test('the page repeats a launch after a database outage by itself and sends nothing twice', async ({ page }) => {
  await page.route('**/api/graphql/stream', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '60' }, body: '' }),
  );
  await openStaffInformation(page);
  const keys: string[] = [];
  const again = Promise.withResolvers<void>();
  await page.route('**/api/graphql/', async (route) => {
    const { query, variables } = route.request().postDataJSON() ?? {};
    if (!query?.includes('mutation SendReport')) {
      if (keys.length > 0) await again.promise; // or the page might learn before that it was launched
      return route.continue();
    }
    if (keys.push(variables.launchKey) > 1) {
      again.resolve();
      return route.continue();
    }
    await route.fetch(); // launched, but the connection to the database fails before the response
    const error = { message: 'error_unavailable', extensions: { code: 'UNAVAILABLE', details: { retryAfter: 1 } } };
    return route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { data: null, errors: [error] } });
  });
  await launch(page);
  await expect(page.getByRole('heading', { name: 'Personen', exact: true })).toBeVisible();
  await expect(page.getByText('21 Personen', { exact: true })).toBeVisible();
  await expect(page.getByText(/^\d+ von 21 im Übungspostfach/)).toHaveCount(1);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('the start page lists a draft, which can be discarded', async ({ page }) => {
  await openStaffInformation(page);
  await page.goto('/#/');
  const draft = page.getByRole('link', { name: /^Entwurf fertigstellen: Mitarbeiterinformation: / });
  await draft.click();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByRole('heading', { name: 'Wartet auf Sie' })).toBeVisible();
  await expect(draft).toHaveCount(0);
});

test('records an answer by telephone and writes to the log', async ({ page }) => {
  await page.goto('/#/event/5/report/12');
  await page.getByRole('searchbox', { name: 'Name suchen' }).fill('Behrens');
  await page.getByRole('button', { name: 'Antwort von Frauke Behrens eintragen' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ich komme', exact: true }).click();
  await dialog.getByLabel('Andere Zahl von Minuten').fill('15');
  await dialog.getByRole('button', { name: 'Eintragen' }).click();
  await expect(page.getByText(/^da um \d\d:\d\d, in 1[45] min$/)).toBeVisible();
  await page.goto('/#/event/5');
  await page.getByLabel('Eintrag schreiben').fill('Feuerwehr ist vor Ort.');
  await page.getByRole('button', { name: 'Eintragen' }).click();
  const log = page.getByRole('listitem');
  await expect(log.filter({ hasText: 'Feuerwehr ist vor Ort.' })).toBeVisible();
  await expect(
    log.filter({ hasText: 'Frauke Behrens: Antwort eingegangen: „Ich komme“, in 15 Minuten' }).first(),
  ).toBeVisible();
});
