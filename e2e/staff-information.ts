import { expect, type Page } from '@playwright/test';
import { askAsOwner } from './roles.ts';

export async function openStaffInformation(page: Page): Promise<void> {
  const ask = await askAsOwner(page.request);
  const query = `{ event(id: "5") { id eventType { id } } mailingLists(first: 100) { edges { node { id name } } }
    reportTypes(first: 100) { edges { node { id identifier } } } }`;
  const { event, mailingLists, reportTypes } = await ask(query);
  type Edge = { node: { id: string; name: string; identifier: string } };
  const input = {
    event: event.id,
    eventType: event.eventType.id,
    reportType: reportTypes.edges.find(({ node }: Edge) => node.identifier === 'staff_information').node.id,
    lists: [mailingLists.edges.find(({ node }: Edge) => node.name === 'Führungskräfte').node.id],
  };
  const { createCommunication } = await ask(
    'mutation ($input: CreateActivationInput!) { createCommunication(input: $input) { _id } }',
    { input },
  );
  await page.goto(`/#/event/5/report/${createCommunication._id}`);
  await expect(page.getByRole('button', { name: 'Führungskräfte entfernen' })).toBeVisible();
}
