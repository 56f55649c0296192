import { expect, test } from '@playwright/test';
import { owner } from './owner.ts';
import { signIn } from './sign-in.ts';

test('without a live connection the page of a message asks for its status and still shows a new answer', async ({
  page,
}) => {
  await signIn(page, 'de');
  const { token } = await (await page.request.post('/api/auth', { data: owner })).json();
  const run = async (query: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { data, errors } = await (await page.request.post('/api/graphql/', { headers, data: { query } })).json();
    expect(errors).toBeUndefined();
    return data;
  };
  // the demo hospital's running exercise
  const silent = `messageRecipients(first: 1, answered: false, status: [sent]) { edges { node { id person { lastName } } } }`;
  const { message } = await run(`{ message(id: "14") { ${silent} } }`);
  const { id, person } = message.messageRecipients.edges[0].node;
  await page.route('**/api/graphql/stream**', (route) => route.abort('connectionrefused'));
  await page.goto('/#/event/5/report/12/message/14');
  await page.getByRole('searchbox').fill(person.lastName);
  const entry = page.getByRole('listitem').filter({ hasText: person.lastName });
  await expect(entry.getByText('Keine Antwort')).toBeVisible();
  await page.waitForRequest((request) => request.postData()?.includes('messageStatus') ?? false);
  await run(`mutation { recordAnswer(recipient: "${id}", option: "1", minutes: 15) { id } }`);
  await expect(entry.getByText('Ich komme', { exact: false })).toBeVisible({ timeout: 15_000 });
});
