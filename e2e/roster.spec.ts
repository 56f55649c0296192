import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, sendAllMessages, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const hours = (n: number) => new Date(Date.now() + n * 3_600_000);
const isMonday = (moment: Date) =>
  moment.toLocaleDateString('en', { weekday: 'long', timeZone: 'Europe/Berlin' }) === 'Monday';
const stamp = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

test('a shift, a substitute in two taps, an imported calendar, and an alarm to people on duty', async ({ page }) => {
  const { ask: asOwner } = await askAs(page.request);
  const ask = sure(asOwner);
  const name = `Rufbereitschaft ${Date.now()}`;
  const { createGroup } = await ask('mutation ($n: String!) { createGroup(input: { name: $n }) { id _id } }', {
    n: name,
  });
  const people: string[] = [];
  for (const lastName of ['Nachtigall', 'Eulenburg', 'Lerchenau']) {
    const personData = [{ keyField: '1', valueStr: `${lastName.toLowerCase()}.${Date.now()}@example.org` }];
    const input = { firstName: 'Dienst', lastName, groups: [createGroup.id], personData };
    const made = await ask('mutation ($i: CreatePersonInput!) { createPerson(input: $i) { id } }', { i: input });
    people.push(made['createPerson'].id);
  }
  // in the first hours of a week, a shift of the last one is not on the page
  const from = isMonday(hours(0)) && !isMonday(hours(-2)) ? hours(0) : hours(-2);
  const shift = { person: people[0], from: from.toISOString(), until: hours(6).toISOString(), everyWeeks: 1 };
  await ask('mutation ($g: ID!, $i: ShiftInput!) { createShift(group: $g, input: $i) { id } }', {
    g: createGroup.id,
    i: shift,
  });

  await ask('mutation ($p: ID!, $i: AbsenceInput!) { addAbsence(person: $p, input: $i) { id } }', {
    p: people[2],
    i: { from: hours(4).toISOString(), until: hours(5).toISOString() },
  });

  await signIn(page, 'de', `/group/${createGroup._id}`);
  const roster = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Dienstplan', exact: true }) });
  await roster
    .getByRole('button', { name: /Dienst Nachtigall/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Dienst Nachtigall' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Entfällt dieses Mal' }).click();
  await expect(roster.getByText('entfällt', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await roster.getByRole('button', { name: 'Findet doch statt' }).first().click();
  await expect(page.getByText('Dienst Nachtigall hat doch Dienst.')).toBeVisible();
  await roster
    .getByRole('button', { name: /Dienst Nachtigall/ })
    .first()
    .click();
  // not absent now, but during the turn
  await expect(dialog.getByRole('button', { name: /Dienst Lerchenau.*abwesend/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Dienst Eulenburg' }).click();
  await expect(page.getByText('Dienst Eulenburg übernimmt.')).toBeVisible();
  await expect(
    roster.getByRole('button', { name: /Dienst Eulenburg.*Vertretung für Dienst Nachtigall/ }).first(),
  ).toBeVisible();
  await roster.getByRole('switch', { name: 'Es muss immer jemand Dienst haben' }).check();
  await expect(roster.getByText(/In den nächsten 14 Tagen: \d+ Lücken?/)).toBeVisible();
  await expectAccessible(page);

  await roster.getByRole('button', { name: 'Schicht eintragen' }).first().click();
  const entering = page.getByRole('dialog', { name: 'Schicht eintragen' });
  await entering.getByRole('combobox', { name: 'Wer hat Dienst?' }).click();
  await page.getByRole('option', { name: 'Dienst Nachtigall' }).click();
  await entering.getByRole('switch', { name: 'Wiederholt sich' }).check();
  await entering.getByRole('textbox', { name: 'Letzter Tag' }).fill('31.11.2026');
  await expect(entering.getByText('gültiges Datum')).toBeVisible();
  await expect(entering.getByRole('button', { name: 'Speichern' })).toBeDisabled();
  await entering.getByRole('button', { name: 'Abbrechen' }).click();

  await roster.getByRole('button', { name: 'Mehr zum Dienstplan' }).click();
  await page.getByRole('menuitem', { name: 'Kalender einlesen' }).click();
  const event = (uid: string, who: string) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:${stamp(hours(6))}\r\nDTEND:${stamp(hours(14))}\r\nSUMMARY:${who}\r\nEND:VEVENT\r\n`;
  const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n${event('a', 'Dienst Lerchenau')}${event('b', 'Fremder Name')}END:VCALENDAR\r\n`;
  const taking = page.getByRole('dialog', { name: 'Kalender einlesen' });
  const file = { name: 'dienst.ics', mimeType: 'text/calendar', buffer: Buffer.from(calendar) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(taking.getByText('1 neue Schicht, 0 entfallen, 0 bleiben')).toBeVisible();
  await expect(taking.getByText('1 Schicht bleibt weg')).toBeVisible();
  await taking.getByRole('combobox', { name: 'Wer ist „Fremder Name“?' }).click();
  await page.getByRole('option', { name: 'Dienst Nachtigall' }).click();
  await expect(taking.getByText('2 neue Schichten, 0 entfallen, 0 bleiben')).toBeVisible();
  await expectAccessible(page);
  await taking.getByRole('button', { name: 'Übernehmen' }).click();
  await expect(page.getByText('Der Dienstplan ist übernommen.')).toBeVisible();

  await roster.getByRole('button', { name: 'Mehr zum Dienstplan' }).click();
  await page.getByRole('menuitem', { name: 'Als Kalender anbieten' }).click();
  const offering = page.getByRole('dialog', { name: 'Dienstplan als Kalender' });
  await offering.getByRole('button', { name: 'Adresse erzeugen' }).click();
  await expect(offering.getByText('Diese Adresse wird nur jetzt angezeigt:')).toBeVisible();
  await offering.getByRole('button', { name: 'Neue Adresse erzeugen' }).click();
  await page.getByRole('dialog', { name: 'Neue Adresse erzeugen?' }).getByRole('button', { name: 'Nein' }).click();
  await offering.getByRole('button', { name: 'Adresse beenden' }).click();
  await page.getByRole('dialog', { name: 'Adresse beenden?' }).getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Adresse gilt nicht mehr.')).toBeVisible();
  await page.keyboard.press('Escape');

  // in the last hours of a week, the shift begins in the next one
  if (isMonday(hours(6)) && !isMonday(hours(0))) await roster.getByRole('button', { name: 'Woche danach' }).click();
  await roster
    .getByRole('button', { name: /Dienst Lerchenau/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Schicht löschen' }).click();
  const question = page.getByRole('dialog', { name: 'Schicht löschen?' });
  await expect(question).toContainText('Dienst Lerchenau hat dann keinen Dienst');
  await question.getByRole('button', { name: 'Ja' }).click();
  await expect(page.getByText('Die Schicht ist gelöscht.')).toBeVisible();

  await page.getByRole('button', { name: 'Seitenmenü' }).click();
  await page.getByRole('link', { name: 'Dienste', exact: true }).click();
  const now = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Jetzt im Dienst' }) });
  await expect(now.getByRole('listitem').filter({ hasText: name }).first()).toContainText('Dienst Eulenburg bis');
  const line = page.getByRole('row', { name: new RegExp(name) });
  await expect(line).toContainText('Dienst Eulenburg');
  await page.getByRole('button', { name: 'Woche danach' }).click();
  await expect(line).toContainText('Dienst Nachtigall');
  await expect(line).toContainText('niemand'); // the rest of this week may have no gap
  await expectAccessible(page);

  const { createMailingList } = await ask(
    'mutation ($n: String!) { createMailingList(input: { name: $n }) { id _id } }',
    { n: name },
  );
  await ask('mutation ($l: ID!, $g: ID!) { addToMailingList(list: $l, groups: [$g]) { id } }', {
    l: createMailingList.id,
    g: createGroup.id,
  });
  await page.goto(`/#/mailinglist/${createMailingList._id}`);
  await page.getByRole('button', { name: `Aktionen für ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Stopplimit ändern' }).click();
  await page.getByRole('radio', { name: 'Wer gerade Dienst hat' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Speichern' }).click();
  await expect(page.getByText('wer gerade Dienst hat')).toBeVisible();

  const { report, message, path } = await createReadyActivation(ask, name, createMailingList.id);
  await page.goto(`/#${path}`);
  await expect(page.getByText('1 Person hat gerade Dienst')).toBeVisible();
  await sendAllMessages(ask, report);
  const sent = 'query ($id: ID!) { message(id: $id) { messageRecipients { edges { node { via person { id } } } } } }';
  type Row = { node: { via: string[]; person: { id: string } } };
  const { edges } = (await ask(sent, { id: message }))['message'].messageRecipients;
  expect(edges.map(({ node }: Row) => [node.person.id, node.via])).toEqual([
    [people[1], [`${name} › ${name} (im Dienst)`]],
  ]);
});
