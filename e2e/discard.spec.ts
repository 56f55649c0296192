import { expect, test } from '@playwright/test';
import { prepareActivation, sure } from './board-alarm.ts';
import { askAs, signInAs } from './roles.ts';

test('whoever is an administrator and nothing else deletes the message of an activation on its page, and then the activation', async ({
  page,
  request,
}) => {
  const ask = sure((await askAs(request)).ask);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Zum Verwerfen" }) { id } }');
  const { eventId, message, path } = await prepareActivation(ask, 'Verworfene Probe', createMailingList.id);
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
