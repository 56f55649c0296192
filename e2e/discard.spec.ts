import { expect, test } from '@playwright/test';
import { createReadyActivation, sure } from './board-alarm.ts';
import { askAs, signInAs } from './roles.ts';

test('an administrator without other roles deletes the message of an activation and then it', async ({
  page,
  request,
}) => {
  const ask = sure((await askAs(request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Zum Verwerfen" }) { id } }');
  const { eventId, message, path } = await createReadyActivation(ask, 'Verworfene Probe', createMailingList.id);
  try {
    await signInAs(page, 'administrator');
    await page.goto(`/#${path}/message/${message.split('/').pop()}`);
    await page.getByRole('button', { name: 'Nachricht löschen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(page.getByText('Die Nachricht ist gelöscht.')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`#${path}$`));
    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true }).click();
    await expect(page.getByText('Der Entwurf ist verworfen.')).toBeVisible();
    const { message: gone } = await ask('query ($id: ID!) { message(id: $id) { id } }', { id: message });
    expect(gone).toBeNull();
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
    await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: createMailingList.id });
  }
});

test('a draft discarded by a colleague does not stay open as if it could be sent', async ({ page }) => {
  const ask = sure((await askAs(page.request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Verworfen" }) { id } }');
  const { eventId, report, path } = await createReadyActivation(ask, 'Fremd verworfen', createMailingList.id);
  try {
    await signInAs(page, 'crisis_manager');
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Aktivierung prüfen' })).toBeVisible();
    await ask('mutation ($id: ID!) { deleteReport(id: $id) { id } }', { id: report });
    await expect(page.getByRole('heading', { level: 1, name: 'Dieser Entwurf wurde verworfen' })).toBeVisible();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    await page.getByRole('link', { name: 'Zum Ereignis', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Fremd verworfen' })).toBeVisible();
    await page.goto(`/#${path}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Diese Meldung gibt es nicht' })).toBeVisible();
    await page.waitForTimeout(3000); // the first result of the subscription
    await expect(page.getByRole('heading', { level: 1, name: 'Diese Meldung gibt es nicht' })).toBeVisible();
  } finally {
    await ask('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: eventId });
    await ask('mutation ($id: ID!) { deleteMailingList(id: $id) { __typename } }', { id: createMailingList.id });
  }
});
