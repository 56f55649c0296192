import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test('an exercise stays one after a reload, after its end and behind a link to it', async ({ page }) => {
  await signIn(page, 'de');
  const ask = await askAsOwner(page.request);
  const make = async (name: string, mode: string) => {
    const made = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id _id } }';
    return (await ask(made, { input: { name, mode, isRunning: true } })).createEvent;
  };
  const finish = (id: string) => ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id });
  const banner = page.getByRole('note').filter({ hasText: 'ÜBUNG' });
  const exercise = page.getByRole('switch', { name: 'Übung' });
  const choice = page.getByRole('combobox', { name: 'Ereignis', exact: true });
  const note = page.getByRole('alert').filter({ hasText: 'Was Sie hier beginnen' });
  const open = async (parameters: string) => {
    await page.goto('/#/');
    await expect(page.getByRole('list', { name: /^Schritt/ })).toBeHidden();
    await page.goto(`/#/activation?${parameters}`);
  };
  const line = page.getByRole('main').getByRole('button', { expanded: false });
  await open('');
  await line.click();
  await exercise.click();
  await expect(page).toHaveURL(/\/activation\?mode=EXERCISE$/);
  await page.reload();
  await expect(line).toHaveText(/^Neues EreignisÜbung/);
  await line.click();
  await expect(exercise).toBeChecked();
  await expect(banner).toBeVisible();

  const drill = await make('Läuft: Räumungsübung', 'EXERCISE');
  await exercise.click();
  await expect(page).toHaveURL(/\/activation$/);
  await choice.selectOption({ label: 'Läuft: Räumungsübung (ÜBUNG)' });
  await expect(page).toHaveURL(new RegExp(`\\?event=${drill._id}&mode=EXERCISE$`));
  await page.reload();
  await line.click();
  await expect(choice).toHaveValue(String(drill._id));
  await expect(banner).toBeVisible();
  await finish(drill.id);
  const ended =
    /^„Läuft: Räumungsübung“ ist beendet\. Was Sie hier beginnen, wird ein neues Ereignis, wieder als Übung\./;
  await expect(note).toHaveText(ended);
  await open(`event=${drill._id}`); // like older links without the mode
  await expect(note).toHaveText(ended);
  await expect(line).toHaveText(/Übung$/);
  await line.click();
  await expect(exercise).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Brand/ }).click();
  const question = page.getByRole('dialog', { name: 'Brand: echter Einsatz oder Übung?' });
  await expect(question.getByRole('button', { name: 'Als Übung (empfohlen)' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Als Übung (empfohlen)' }).click();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
  await expect(banner).toBeVisible();

  const real = await make('Läuft: Rohrbruch', 'LIVE');
  await open(`event=${real._id}`);
  await expect(page).toHaveURL(/mode=LIVE$/);
  await finish(real.id);
  await expect(note).toHaveText(/ist beendet\. Was Sie hier beginnen, wird ein neues Ereignis\. Zu diesem/);
  await line.click();
  await choice.selectOption({ label: 'Neues Ereignis' });
  await expect(note).toHaveCount(0);

  // unknown events have an unknown mode
  for (const nonsense of ['event=99999999', 'event=unsinn']) {
    await open(nonsense);
    await expect(note).toHaveText(/gibt es nicht, oder .* gefragt, ob es ein echter Einsatz oder eine Übung ist\./);
  }
  await page.getByRole('button', { name: /^Brand/ }).click();
  await question.getByRole('button', { name: 'Als echten Einsatz', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Aktivierung prüfen' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  await open('event=unsinn&mode=EXERCISE');
  await expect(note).toHaveText(/wieder als Übung/);
  await line.click();
  await expect(exercise).toBeChecked();
});

test('a communication keeps its exercise over a reload and asks if its event is archived', async ({ page }) => {
  await signIn(page, 'de');
  const ask = await askAsOwner(page.request);
  const made = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id _id } }';
  const { createEvent } = await ask(made, { input: { name: 'Läuft: Stabsübung', mode: 'EXERCISE', isRunning: true } });
  const exercise = page.getByRole('switch', { name: 'Übung' });
  const line = page.getByRole('main').getByRole('button', { expanded: false });
  await page.goto('/#/communication');
  await line.click();
  await expect(page.getByText('Einschalten, wenn niemand wirklich eine Nachricht bekommen soll.')).toBeVisible();
  await exercise.click();
  await expect(page).toHaveURL(/\/communication\?mode=EXERCISE$/);
  await page.reload();
  await expect(line).toHaveText(/Übung$/);
  await line.click();
  await expect(exercise).toBeChecked();
  await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: createEvent.id });
  await ask('mutation ($id: ID!) { archiveEvent(id: $id) { id } }', { id: createEvent.id });
  await page.goto('/#/');
  await page.goto(`/#/communication?event=${createEvent._id}`);
  await expect(page.getByRole('alert')).toHaveText(/ist abgeschlossen und archiviert\. .* wieder als Übung\./);
  await page.getByRole('button', { name: /^Mitarbeiterinformation/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Als Übung (empfohlen)' }).click();
  const kinds = page.getByRole('dialog', { name: 'Was ist passiert?' });
  await kinds.getByRole('button', { name: /^Brand/ }).click();
  await expect(page.getByRole('note').filter({ hasText: 'ÜBUNG' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Mitarbeiterinformation prüfen' })).toBeVisible();
  await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
});
