import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { askAs, signInAs } from './roles.ts';
import { signIn } from './sign-in.ts';

async function make(page: Page, button: string, name: string) {
  if (button === 'Untergruppe anlegen') await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole(button === 'Untergruppe anlegen' ? 'menuitem' : 'button', { name: button }).click();
  const dialog = page.getByRole('dialog', { name: button });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

const members = (page: Page) => page.locator('main ol > li a[href*="/person/"]').allTextContents();

test('a contact manager builds a tree of three levels and sets the call order', async ({ page }) => {
  await signInAs(page, 'contact_manager');
  await page.goto('/#/groups');
  await make(page, 'Gruppe anlegen', 'Betriebsfeuerwehr');
  await make(page, 'Untergruppe anlegen', 'Löschgruppe');
  await make(page, 'Untergruppe anlegen', 'Angriffstrupp');
  const path = page.getByRole('navigation', { name: 'Sie sind hier' });
  await expect(path).toContainText('Betriebsfeuerwehr');
  await expect(path).toContainText('Löschgruppe');
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await expect(page.getByRole('menuitem', { name: 'Gruppe löschen' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Untergruppe anlegen' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await addMembers(page);
  await sortMembers(page);
  await page.getByRole('button', { name: 'Aktionen für Erika Probe' }).click();
  await page.getByRole('menuitem', { name: 'Immer zuerst alarmieren' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Erika Probe' })).toContainText('Wird zuerst alarmiert');
  await expectAccessible(page);
  await path.getByRole('link', { name: 'Betriebsfeuerwehr' }).click();
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: 'Gruppe löschen' }).click();
  const inUse = page.getByRole('dialog', { name: '„Betriebsfeuerwehr“ wird noch gebraucht' });
  await expect(inUse).toContainText('Löschgruppe');
  await expectAccessible(page);
});

async function addMembers(page: Page) {
  await page.getByRole('button', { name: 'Person hinzufügen' }).click();
  const existing = page.getByRole('dialog', { name: 'Person hinzufügen' });
  for (const name of ['Claudia Ahrens', 'Erik Bormann']) {
    await existing.getByRole('searchbox').fill(name);
    await existing.getByRole('checkbox', { name }).check();
  }
  await expectAccessible(page);
  await existing.getByRole('button', { name: '2 hinzufügen' }).click();
  await expect.poll(() => members(page)).toEqual(['Claudia Ahrens', 'Erik Bormann']);
  await page.getByRole('button', { name: 'Person hinzufügen' }).click();
  await page.getByRole('button', { name: 'Neue Person anlegen' }).click();
  const fresh = page.getByRole('dialog', { name: 'Neue Person anlegen' });
  await fresh.getByLabel('Vorname').fill('Erika');
  await fresh.getByRole('button', { name: 'Anlegen' }).click();
  await expect(fresh.getByText('Bitte füllen Sie dieses Feld aus.').first()).toBeVisible();
  await fresh.getByLabel('Nachname').fill('Probe');
  await fresh.getByLabel('Mobil (dienstlich)').fill('12');
  await fresh.getByRole('button', { name: 'Anlegen' }).click();
  await expect(fresh.getByLabel('Mobil (dienstlich)')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await fresh.getByLabel('Mobil (dienstlich)').fill('0171 3920777');
  await fresh.getByRole('button', { name: 'Anlegen' }).click();
  await expect.poll(() => members(page)).toEqual(['Claudia Ahrens', 'Erik Bormann', 'Erika Probe']);
  await expect(page.getByRole('listitem').filter({ hasText: 'Erika Probe' })).toContainText('0171 3920777');
}

/** By keyboard, and by dragging. */
async function sortMembers(page: Page) {
  await page.getByRole('button', { name: 'Rufreihenfolge ändern' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rufreihenfolge ändern' });
  await dialog.getByRole('button', { name: 'Erika Probe nach oben' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('status')).toHaveText('Erika Probe steht jetzt an Stelle 1 von 3.');
  await expect(dialog.getByRole('button', { name: 'Erika Probe nach oben' })).toBeFocused();
  await expectAccessible(page);
  const rows = dialog.getByRole('listitem');
  const from = (await rows.nth(1).locator('[aria-hidden=true]').first().boundingBox())!;
  const to = (await rows.nth(2).boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, to.y + to.height - 4, { steps: 8 });
  await page.mouse.up();
  await expect(rows).toHaveText([/Erika Probe/, /Erik Bormann/, /Claudia Ahrens/]);
  await dialog.getByRole('button', { name: 'Reihenfolge speichern' }).click();
  await expect.poll(() => members(page)).toEqual(['Erika Probe', 'Erik Bormann', 'Claudia Ahrens']);
}

test('adds several people to a group at once after a preview', async ({ page }) => {
  await signInAs(page, 'contact_manager');
  await page.goto('/#/groups?view=people');
  const ticks = page.getByRole('checkbox', { name: /^(?!Alle|Nur).* auswählen$/ });
  await ticks.nth(1).click();
  await ticks.nth(3).click({ modifiers: ['Shift'] });
  await expect(page.getByRole('region', { name: 'Ausgewählte Personen' })).toContainText('3 ausgewählt');
  const everybody = page.getByRole('checkbox', { name: /^Alle \d+ auf dieser Seite auswählen$/ });
  await everybody.click();
  await expect(ticks.first()).toBeChecked();
  await everybody.click();
  for (const name of ['Marco Adler', 'Claudia Ahrens']) {
    await page.getByRole('checkbox', { name: `${name} auswählen` }).check();
  }
  const bar = page.getByRole('region', { name: 'Ausgewählte Personen' });
  await expect(bar).toContainText('2 ausgewählt');
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Zu Gruppe' }).click();
  const dialog = page.getByRole('dialog', { name: '2 Personen zu einer Gruppe hinzufügen' });
  await dialog.getByLabel('Gruppe', { exact: true }).first().fill('S1 Pers');
  await page.getByRole('option', { name: /S1 Personal$/ }).click();
  await expect(dialog.getByRole('status')).toContainText('1 Person kommt neu hinzu.');
  await expect(dialog.getByRole('status')).toContainText('S1 Personal: 3 → 4 Personen');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click();
  await expect(dialog).toBeHidden();
  await expect(bar).toBeHidden();
  await page.goto('/#/group/36');
  await expect(page.getByRole('heading', { level: 1, name: 'S1 Personal' })).toBeVisible();
  await expect.poll(() => members(page)).toContain('Marco Adler');
});

test('two people edit the same group without losing entries', async ({ page }) => {
  await signInAs(page, 'contact_manager');
  const { ask } = await askAs(page.request);
  const { data } = await ask('mutation { createGroup(input: { name: "Werkschutz" }) { id _id } }');
  const { id, _id } = data.createGroup;
  await page.goto(`/#/group/${_id}`);
  await page.getByRole('button', { name: 'Bearbeiten' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gruppe bearbeiten' });
  await dialog.getByLabel('Beschreibung').fill('Rund um die Uhr besetzt.');
  await ask('mutation ($id: ID!) { updateGroup(input: { id: $id, name: "Werkschutz Nord" }) { id } }', { id });
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Inzwischen geändert');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Neu laden' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Werkschutz Nord');
  await expect(dialog.getByLabel('Beschreibung')).toHaveValue('Rund um die Uhr besetzt.');
  await dialog.getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Werkschutz Nord' })).toBeVisible();
  await expect(page.getByText('Rund um die Uhr besetzt.')).toBeVisible();
});

test('a mailing list manager builds a list with a stop limit and previews its recipients', async ({ page }) => {
  await signInAs(page, 'mailing_list_manager');
  await page.goto('/#/mailinglists');
  await page.getByRole('button', { name: 'Verteiler anlegen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verteiler anlegen' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Räumung Haus B');
  await dialog.getByLabel('Wird alarmiert bei').first().click();
  await page.getByRole('option', { name: 'Evakuierung' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Anlegen' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Räumung Haus B' })).toBeVisible();
  await expect(page.getByText('Wird alarmiert bei: Evakuierung')).toBeVisible();
  await page.getByRole('button', { name: 'Hinzufügen' }).click();
  const add = page.getByRole('dialog', { name: 'Hinzufügen' });
  await add.getByRole('searchbox').fill('S2 Lage');
  await add.getByRole('checkbox', { name: 'S2 Lage' }).check();
  await add.getByRole('button', { name: '1 hinzufügen' }).click();
  const line = page.getByRole('listitem').filter({ hasText: 'S2 Lage' });
  await expect(line).toContainText('alle werden benachrichtigt');
  await line.getByRole('button', { name: 'Aktionen für S2 Lage' }).click();
  await page.getByRole('menuitem', { name: 'Stopplimit ändern' }).click();
  const limit = page.getByRole('dialog', { name: 'Stopplimit für „S2 Lage“' });
  await limit.getByRole('radio', { name: 'Nur bis genug Personen zusagen' }).check();
  await limit.getByLabel('Benötigte Zusagen').fill('2');
  await limit.getByLabel('Wartezeit in Minuten').fill('4');
  await expectAccessible(page);
  await limit.getByRole('button', { name: 'Speichern' }).click();
  await expect(line).toContainText('bis 2 Zusagen vorliegen, nach 4 Minuten die nächste Person');
  await page.getByRole('button', { name: 'Anzeigen' }).click();
  await expect(page.getByText('3 von 3 Personen werden erreicht.')).toBeVisible();
  await expect(page.getByText('über Räumung Haus B › S2 Lage')).toHaveCount(3);
  await expectAccessible(page);
});

test('an editor sees neither button nor menu, and the server refuses the same calls', async ({ page }) => {
  const ask = await signInAs(page, 'editor');
  const shown: [path: string, heading: string][] = [
    ['/groups', 'Kontaktpersonen'],
    ['/group/9', 'Leitung des Krisenstabs'],
    ['/person/1?edit=1', 'Prof. Dr. Helene Wintermantel'],
    ['/mailinglists', 'Verteiler'],
    ['/mailinglist/1', 'Krisenstab'],
  ];
  const buttons = /anlegen|hinzufügen|Bearbeiten|Aktionen|Rufreihenfolge|löschen/i;
  for (const [path, heading] of shown) {
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button', { name: buttons })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  const calls = [
    'createGroup(input: { name: "X" }) { id }',
    'updateGroup(input: { id: "9", name: "X" }) { id }',
    'deleteGroup(id: "9") { id }',
    'addPersonToGroup(group: "9", person: "20") { id }',
    'sortGroup(group: "9", personGroups: []) { id }',
    'createPerson(input: { firstName: "X", lastName: "Y" }) { id }',
    'updatePerson(input: { id: "1", lastName: "X" }) { id }',
    'deletePerson(id: "1") { id }',
    'erasePerson(id: "1")',
    'createMailingList(input: { name: "X" }) { id }',
    'updateMailingList(input: { id: "1", name: "X" }) { id }',
    'deleteMailingList(id: "1") { id }',
    'addToMailingList(list: "1", people: ["20"]) { id }',
    'removeFromMailingList(list: "1", people: ["20"]) { id }',
    'setStopLimit(list: "1", group: "9", stopLimit: 1) { id }',
  ];
  for (const call of calls) expect((await ask(`mutation { ${call} }`)).refusals, call).toEqual(['error_forbidden']);
});

test('the contacts page opens at its people as long as there is no group', async ({ page }) => {
  await signIn(page, 'de');
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('query Groups(')) return route.continue();
    await route.fulfill({ json: { data: { groups: { __typename: 'GroupConnection', totalCount: 0, edges: [] } } } });
  });
  await page.goto('/#/groups');
  await expect(page.getByRole('radio', { name: 'Personen' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Nur Krisenstab' })).toBeVisible();
  await page.getByText('Gruppen', { exact: true }).click();
  await expect(page.getByText('Noch keine Gruppen')).toBeVisible();
});
