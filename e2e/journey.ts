import { type APIRequestContext, test as base } from '@playwright/test';
import { askAs, type RunOperation } from './roles.ts';

const longest = 1000; // page of a list
type List = { list: string; of: string; remove: string; isTwice?: boolean };

// Sending objects end first. Names of switched-off ones stay reserved.
const lists: Record<string, List> = {
  running: { list: 'events', of: 'isRunning: true', remove: 'finishEvent(id: $id) { id }' },
  channels: {
    list: 'channels',
    of: 'isActive: true',
    remove: 'updateChannel(input: { id: $id, isActive: false }) { id }',
  },
  prepared: { list: 'events', of: 'eventStatus: ["draft"]', remove: 'deleteEvent(id: $id) { id }' },
  sources: { list: 'incomingSources', of: 'isActive: true', remove: 'deleteIncomingSource(id: $id) { id }' },
  items: { list: 'incomingItems', of: 'isOpen: true', remove: 'closeIncomingItem(id: $id) { id }' },
  triggers: { list: 'triggers', of: '', remove: 'deleteTrigger(id: $id) { id }', isTwice: true },
  eventTypes: {
    list: 'eventTypes',
    of: 'isActive: true',
    remove: 'deleteEventType(id: $id) { id }',
    isTwice: true,
  },
  mailingLists: { list: 'mailingLists', of: 'isActive: true', remove: 'deleteMailingList(id: $id) { __typename }' },
  groups: { list: 'groups', of: 'isActive: true', remove: 'deleteGroup(id: $id) { __typename }' },
  people: { list: 'people', of: 'isActive: true', remove: 'deletePerson(id: $id) { __typename }' },
  users: { list: 'users', of: 'needApproval: true', remove: 'rejectUser(id: $id)' },
  apiKeys: { list: 'apiKeys', of: '', remove: 'revokeApiKey(id: $id) { id }' },
};
const everything = `{ ${Object.entries(lists)
  .map(([name, { list, of }]) => `${name}: ${list}(first: ${longest} ${of}) { edges { node { id } } }`)
  .join(' ')} }`;
const draftsOf = `query ($event: ID!) { reports(event: $event, first: ${longest}) { edges { node { id isOut } } } }`;

type Page = { edges: { node: { id: string; isOut?: boolean } }[] };
type Kept = Record<string, string[]>;

/** Returns the existing objects that could affect another journey. */
async function keptThere(ask: RunOperation): Promise<Kept> {
  const { data, refusals } = await ask(everything);
  if (!data) throw new Error(`what is there cannot be read: ${refusals}`);
  const kept = Object.fromEntries(
    Object.entries<Page>(data).map(([name, { edges }]) => [name, edges.map(({ node }) => node.id)]),
  );
  const drafts: string[] = [];
  for (const event of kept['running']!) {
    const { edges }: Page = (await ask(draftsOf, { event })).data.reports;
    drafts.push(...edges.filter(({ node }) => !node.isOut).map(({ node }) => node.id));
  }
  return { ...kept, drafts };
}

/** Records existing objects. The returned function removes later ones, unless refused. */
export async function remember(ask: RunOperation): Promise<() => Promise<void>> {
  const before = await keptThere(ask);
  return async () => {
    const after = await keptThere(ask);
    const take = async (name: string, remove: string) => {
      for (const id of after[name]!.filter((one) => !before[name]!.includes(one)))
        await ask(`mutation ($id: ID!) { ${remove} }`, { id });
    };
    await take('drafts', 'deleteReport(id: $id) { id }');
    for (const [name, { remove, isTwice }] of Object.entries(lists)) {
      await take(name, remove);
      if (isTwice) await take(name, remove);
    }
  };
}

/** A test that leaves nothing behind, because a worker's journeys share a server. */
export const test = base.extend<{ leavesNothing: undefined }, { owner: APIRequestContext }>({
  owner: [
    async ({ playwright }, use, { project }) => {
      const request = await playwright.request.newContext({ baseURL: project.use.baseURL! });
      await use(request);
      await request.dispose();
    },
    { scope: 'worker' },
  ],
  leavesNothing: [
    async ({ owner }, use) => {
      const clean = await remember((await askAs(owner)).ask);
      await use(undefined);
      await clean();
    },
    { auto: true, timeout: 120_000 },
  ],
});
