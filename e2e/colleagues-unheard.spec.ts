import { expect, test } from '@playwright/test';
import { deafen, during, lookedOver } from './looked-over.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test('the question reports an own change without an answer as unchecked', async ({ page }) => {
  await during(page, 'Unbeantwortet', async (ask, event) => {
    const { deaf, hear } = await deafen(page);
    const { next, dialog, yes, colleague } = await lookedOver(page, ask, event);
    await page.getByRole('button', { name: 'Text ändern' }).click();
    await page.getByRole('textbox', { name: 'Überschrift' }).fill('Selbst geändert');
    await deaf('query Seen');
    const isStored = page.waitForResponse((answer) => {
      const { query } = answer.request().postDataJSON() ?? {};
      return query?.includes('mutation UpdateReport');
    });
    await page.getByRole('button', { name: 'Fertig' }).click();
    await isStored;
    await colleague();
    await next.click();
    await expect(yes).toBeEnabled();
    await expect(dialog.getByText(/^Ohne Antwort des Servers: Nicht neu geprüft ist .* ob jemand/)).toBeVisible();
    hear();
  });
});

test("one's own edit does not count as a check of a colleague's revert", async ({ page }) => {
  await during(page, 'Zurückgestellt', async (ask, event) => {
    const { deaf, hear } = await deafen(page);
    const { next, dialog, yes, told, text, colleague } = await lookedOver(page, ask, event);
    await page.getByRole('button', { name: 'Text ändern' }).click();
    await page.getByRole('textbox', { name: 'Überschrift' }).fill('Selbst geändert');
    await page.getByRole('button', { name: 'Fertig' }).click();
    await expect(page.getByRole('main').getByText('Selbst geändert').first()).toBeVisible();
    await colleague();
    await expect(text).toBeVisible();
    await deaf();
    await colleague('Bitte lesen.');
    await next.click();
    await expect(told).toBeVisible();
    await expect(dialog).toHaveCount(0);
    hear();
    await expect(text).toHaveCount(0);
    await next.click();
    await expect(yes).toBeEnabled();
  });
});

test('does not ask about recipients whose names have not loaded', async ({ page }) => {
  await during(page, 'Umgewählt', async (ask, event) => {
    let isHeld: Promise<void> | null = null;
    let release = () => {};
    await page.route('**/api/graphql/', async (route) => {
      if (isHeld && /query Choice\b/.test(route.request().postDataJSON()?.query ?? '')) await isHeld;
      await route.continue();
    });
    const { report, next, dialog, yes } = await lookedOver(page, ask, event);
    const chosen = page.getByRole('main').getByRole('button', { name: /entfernen$/ });
    await expect(chosen).toHaveCount(1);
    const { people } = await ask('{ people(first: 2, isActive: true) { edges { node { id lastName } } } }');
    const { id, lastName } = people.edges[1].node;
    await next.click();
    await expect(yes).toBeEnabled();
    isHeld = new Promise((resolve) => {
      release = resolve;
    });
    await ask('mutation ($r: ID!, $p: [ID!]) { setReportRecipients(report: $r, people: $p) { id } }', {
      r: report,
      p: [id],
    });
    await dialog.getByRole('button', { name: 'Ansehen' }).click();
    await next.click();
    await expect(page.getByText('Jemand hat den Entwurf gerade geändert.')).toBeVisible();
    await expect(dialog).toHaveCount(0);
    release();
    await expect(chosen).toHaveAccessibleName(new RegExp(lastName));
    await next.click();
    await expect(dialog.getByText(lastName)).toBeVisible();
  });
});

test('asks an author if they continue during saving and blames no colleague', async ({ page }) => {
  await signIn(page, 'de', '/activation?mode=EXERCISE');
  await page.getByRole('button', { name: /^Brand/ }).click();
  const next = page.getByRole('button', { name: 'Weiter: Senden' });
  await expect(next).toBeEnabled();
  await page.route('**/api/graphql/', async (route) => {
    const { query } = route.request().postDataJSON() ?? {};
    if (/query (PreviewReport|Choice|Said)\b/.test(query)) await new Promise((go) => setTimeout(go, 2000));
    await route.continue();
  });
  const [, event] = /event\/(\d+)\/report/.exec(page.url())!;
  try {
    await page.getByRole('textbox', { name: 'Genaueres' }).fill('Rauch aus dem Schacht');
    await next.click();
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Ja', exact: true })).toBeEnabled();
    await expect(page.getByText('Jemand hat', { exact: false })).toHaveCount(0);
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const { ask } = await askAs(page.request);
    await ask('mutation ($id: ID!) { deleteEvent(id: $id) { id } }', { id: event });
  }
});

test('saves a switch tapped just before asking and blames no colleague', async ({ page }) => {
  await during(page, 'Gerade umgelegt', async (ask, event) => {
    const { next, yes, sent } = await lookedOver(page, ask, event);
    await expect(next).toBeEnabled();
    const before = (await sent()).requestAnswer;
    const isStoring = (query: unknown) => /mutation UpdateMessage\b/.test(String(query));
    await page.route('**/api/graphql/', async (route) => {
      if (isStoring(route.request().postDataJSON()?.query)) await new Promise((go) => setTimeout(go, 1000));
      await route.continue();
    });
    const stored = page.waitForResponse((answer) => isStoring(answer.request().postDataJSON()?.query));
    await page.getByRole('switch', { name: 'Um Antwort bitten' }).click();
    await next.click();
    await stored;
    await yes.click();
    await expect(next).toHaveCount(0);
    expect((await sent()).requestAnswer).toBe(!before);
  });
});
