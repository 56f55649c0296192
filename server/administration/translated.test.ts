import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { generalAlarm } from '#server/administration/base-data/base-data.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, singleOf } from '#shared/administration/entity.ts';
import { englishOf, germanOf } from '#shared/administration/translated.ts';
import { createEventType, createUser } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let german: TestClient;
let english: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  german = await server.client((await createUser(db, { roles: ['administrator'] })).id);
  english = await server.client((await createUser(db, { roles: ['administrator'], language: 'en' })).id);
  const { id: eventTypeId } = await createEventType(db);
  await db.insertInto('deadlineRules').values({ eventTypeId, name: 'Meldung', hours: 24 }).execute();
});
after(() => server.stop());

const translated = (entities as readonly Entity[]).flatMap((entity) =>
  Object.entries(entity.fields).flatMap(([name, field]) => (field.translated ? [{ entity, name }] : [])),
);

test('translates all choices and all texts visible to every user', () => {
  const named = translated.flatMap(({ entity, name }) => (['name', 'title'].includes(name) ? entity.name : []));
  assert.deepEqual(named, [
    'SideMenu',
    'EventType',
    'DeadlineRule',
    'ReportType',
    'Channel',
    'ChannelType',
    'Snippet',
    'SnippetType',
    'ReportEventSnippet',
    'PersonDataType',
    'GroupType',
    'ListType',
  ]);
});

for (const { entity, name } of translated) {
  test(`${entity.name}.${name} is read in the reader's language, or in German without an English text`, async () => {
    const { list } = await german.run(`{ list: ${entity.plural}(first: 1) { edges { node { id } } } }`);
    const { id } = list.edges[0].node;
    const read = `query ($id: ID!) { row: ${singleOf(entity)}(id: $id) { ${name} ${germanOf(name)} ${englishOf(name)} } }`;
    const save = `mutation ($input: Update${entity.name}Input!) { update${entity.name}(input: $input) { id } }`;
    for (const [given, kept] of [
      ['Storm', 'Storm'],
      ['', null],
      [null, null],
    ] as const) {
      await english.run(save, { input: { id, [name]: 'Sturm', [englishOf(name)]: given } });
      const row = { [germanOf(name)]: 'Sturm', [englishOf(name)]: kept };
      assert.deepEqual((await german.run(read, { id })).row, { [name]: 'Sturm', ...row });
      assert.deepEqual((await english.run(read, { id })).row, { [name]: kept ?? 'Sturm', ...row });
    }
  });
}

test('finds a list by words of both languages and sorts it in the order of its reader', async () => {
  const create = 'mutation ($input: CreateGroupTypeInput!) { createGroupType(input: $input) { id } }';
  for (const [name, nameEn] of [
    ['Übersetzt Anton', 'Translated zulu'],
    ['Übersetzt Berta', ''],
    ['Übersetzt Zeppelin', 'Translated alpha'],
  ])
    await german.run(create, { input: { name, nameEn } });
  const names = async (client: TestClient, args: string): Promise<string[]> => {
    const { groupTypes } = await client.run(
      `{ groupTypes(${args}) { edges { node { name } } pageInfo { endCursor } } }`,
    );
    return groupTypes.edges.map(({ node }: { node: { name: string } }) => node.name);
  };
  const inGerman = ['Übersetzt Anton', 'Übersetzt Berta', 'Übersetzt Zeppelin'];
  const inEnglish = ['Translated alpha', 'Translated zulu', 'Übersetzt Berta'];
  assert.deepEqual(await names(german, 'search: "uebersetzt"'), inGerman);
  assert.deepEqual(await names(english, 'search: "uebersetzt"'), inEnglish);
  assert.deepEqual(await names(english, 'search: "uebersetzt", order: [{ field: "name", direction: DESC }]'), [
    ...inEnglish.toReversed(),
  ]);
  assert.deepEqual(await names(german, 'search: "translated"'), ['Übersetzt Anton', 'Übersetzt Zeppelin']);
  const page = '{ groupTypes(first: 1, search: "uebersetzt") { pageInfo { endCursor } } }';
  const { endCursor } = (await english.run(page)).groupTypes.pageInfo;
  assert.deepEqual(await names(english, `search: "uebersetzt", after: "${endCursor}"`), inEnglish.slice(1));
});

const columns = sql<{ table: string; column: string }>`
  select table_name as table, column_name as column from information_schema.columns
  where table_schema = 'public' and column_name like '%\\_en' and is_generated = 'NEVER' order by 1, 2`;

const migration = (name: string) => readFile(new URL(`../../migrations/${name}.sql`, import.meta.url), 'utf8');

/** The texts of all rows in both languages, by table, column and id. */
async function everything(): Promise<Map<string, { de: string | null; en: string | null }>> {
  const { rows } = await columns.execute(db);
  const all = rows.map(async ({ table, column }) => {
    const [de, en] = [sql.ref(column.slice(0, -'_en'.length)), sql.ref(column)];
    const query = sql<{ id: number; de: string | null; en: string | null }>`
      select id, ${de} as de, ${en} as en from ${sql.table(table)} order by id`;
    return (await query.execute(db)).rows.map(({ id, ...texts }) => [`${table}.${column} ${id}`, texts] as const);
  });
  return new Map((await Promise.all(all)).flat());
}

test('shipped texts have both languages, and older installations get them for unchanged rows', async () => {
  const fresh = await startTestServer({ ROLES: 'web' });
  const mine = db;
  db = fresh.app.db;
  try {
    const before = await everything();
    const german = [...before].filter(([, { de }]) => de !== null);
    assert.ok(german.length > 60, String(german.length));
    for (const [place, { en }] of german) assert.ok(en?.trim(), place);
    const { rows } = await columns.execute(db);
    const file = await migration('0060_english');
    const added = rows.filter(({ table, column }) =>
      new RegExp(`^alter table ${table} add .*\\b${column} text`, 'm').test(file),
    );
    for (const { table, column } of added)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = null`.execute(db);
    const content = /where content = e'(.*)';/.exec(file)![1]!.replaceAll('\\n', '\n');
    await db.updateTable('snippets').set({ content }).where('name', '=', generalAlarm.text.name).execute();
    await db.updateTable('listTypes').set({ name: 'Unser Verteiler' }).where('identifier', '=', 'press').execute();
    const updates = file.slice(file.indexOf('\nupdate '));
    await sql.raw(updates).execute(db);
    await sql.raw(await migration('0076_general_text')).execute(db);
    const shorter = await migration('0081_shorter_texts');
    await sql.raw(shorter.slice(0, shorter.indexOf('\nalter table'))).execute(db);
    const after = await everything();
    const different = [...after].filter(([place, { en }]) => en !== before.get(place)!.en);
    assert.deepEqual(
      different.map(([, texts]) => texts),
      [{ de: 'Unser Verteiler', en: null }],
    );
    const general = [...after.values()].filter(({ en }) => en === generalAlarm.text.contentEn);
    assert.deepEqual(general, [{ de: generalAlarm.text.content, en: generalAlarm.text.contentEn }]);
    for (const own of [{ content: 'Unser Text' }, { contentEn: 'Our text' }]) {
      const both = { content, contentEn: /content_en = e'(.*)'/.exec(file)![1]!.replaceAll('\\n', '\n'), ...own };
      const [text] = await db
        .updateTable('snippets')
        .set(both)
        .where('name', '=', generalAlarm.text.name)
        .returning('id')
        .execute();
      await sql.raw(await migration('0076_general_text')).execute(db);
      const { content: de, contentEn: en } = await db
        .selectFrom('snippets')
        .selectAll()
        .where('id', '=', text!.id)
        .executeTakeFirstOrThrow();
      assert.deepEqual({ content: de, contentEn: en }, both);
    }
  } finally {
    db = mine;
    await fresh.stop();
  }
});
