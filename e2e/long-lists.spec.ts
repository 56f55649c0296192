import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test('the dialog that adds to a mailing list says that it shows only the first of many groups', async ({ page }) => {
  const ask = await askAsOwner(page.request);
  const { createMailingList } = await ask('mutation { createMailingList(input: { name: "Lange Auswahl" }) { _id } }');
  await page.route('**/api/graphql/', async (route) => {
    if (!route.request().postData()?.includes('CandidateGroups')) return route.fallback();
    const response = await route.fetch();
    const body = await response.json();
    body.data.groups.totalCount = 1501;
    await route.fulfill({ response, json: body });
  });
  await signIn(page, 'de', `/mailinglist/${createMailingList._id}`);
  await page.getByRole('button', { name: 'Hinzufügen' }).first().click();
  const add = page.getByRole('dialog', { name: 'Hinzufügen' });
  await expect(add.getByRole('note')).toHaveText(
    /^Die ersten \d+ von 1\.501\. Die übrigen finden Sie über die Suche\.$/,
  );
});
