import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { entities } from '#shared/administration/entities.ts';
import { type Entity, singleOf } from '#shared/administration/entity.ts';
import { createEvent, createEventType, createMailingList, createPerson, idByIdentifier } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let administrator: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  administrator = await server.as('administrator');
});
after(() => server.stop());

const served = entities.filter(({ name }) => name !== 'User');
const entityOf = (name: string) => served.find((entity) => entity.name === name)!;

type Values = Record<string, unknown>;
const selection = 'id _id isBase';

async function send(entity: Entity, verb: 'create' | 'update', input: Values, fields = selection, by = administrator) {
  const type = `${verb === 'create' ? 'Create' : 'Update'}${entity.name}Input!`;
  const field = `${verb}${entity.name}`;
  const answer = await by.send(`mutation ($input: ${type}) { ${field}(input: $input) { ${fields} } }`, { input });
  return { ...answer, row: answer.data?.[field] };
}

async function save(name: string, input: Values, fields = selection) {
  const { row, errors } = await send(entityOf(name), input['id'] ? 'update' : 'create', input, fields);
  assert.equal(errors, undefined, JSON.stringify([name, input, errors]));
  return row;
}

/** The faults of an input, by field. */
async function faults(name: string, input: Values): Promise<Record<string, string> | undefined> {
  const { errors, row } = await send(entityOf(name), input['id'] ? 'update' : 'create', input);
  assert.ok(errors, `${name} took ${JSON.stringify(input)} as ${JSON.stringify(row)}`);
  return errors[0]!.extensions.fields ?? { '': errors[0]!.message };
}

const remove = (name: string, id: string, by = administrator) =>
  by.send(`mutation ($id: ID!) { delete${name}(id: $id) { id } }`, { id });

let count = 0;
/** A new row's required values. */
async function least({ fields }: Entity): Promise<Values> {
  const values: Values = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.required !== true) continue;
    if (field.kind === 'reference') values[name] = (await save(field.to, await least(entityOf(field.to)))).id;
    else if (field.kind === 'select') values[name] = field.options[0]!.value;
    else values[name] = field.kind === 'richText' ? '<p>Bitte <b>kommen</b></p>' : `Eintrag_${++count}`;
  }
  if (fields['hours']) values['hours'] = 24;
  if (fields['type']?.kind === 'select') values['link'] = '/events';
  if (values['channelType']) values['channelType'] = await idByIdentifier(server.app.db, 'channelTypes', 'exercise');
  return values;
}

test('only users with the right create, change and delete each entity', async () => {
  const stranger = await server.as('editor', 'crisis_manager');
  for (const entity of served) {
    const input = await least(entity);
    assert.equal((await send(entity, 'create', input, selection, stranger)).errors![0]!.message, 'error_forbidden');
    const made = await save(entity.name, input, `${selection} ${entity.fields['identifier'] ? 'identifier' : ''}`);
    assert.equal(made.isBase, false);
    const text = entity.fields['name'] ? 'name' : entity.fields['title'] ? 'title' : 'subject';
    const change = { id: made.id, [text]: 'Anders' };
    assert.equal((await send(entity, 'update', change, selection, stranger)).errors![0]!.message, 'error_forbidden');
    const changed = await save(entity.name, change, `${text} ${entity.fields['identifier'] ? 'identifier' : ''}`);
    assert.equal(changed[text], 'Anders');
    assert.equal(changed.identifier, made.identifier);
    assert.equal((await remove(entity.name, made.id, stranger)).errors![0]!.message, 'error_forbidden');
    const find = async () =>
      (await administrator.run(`query ($id: ID!) { found: ${singleOf(entity)}(id: $id) { ${selection} } }`, made))
        .found;
    assert.equal((await remove(entity.name, made.id)).errors, undefined);
    if (await find()) {
      const row = await administrator.run(`query ($id: ID!) { x: ${singleOf(entity)}(id: $id) { isActive } }`, made);
      assert.equal(row.x.isActive, false);
      assert.equal((await remove(entity.name, made.id)).errors, undefined, 'off and unused: removed for good');
    }
    assert.equal(await find(), null, entity.name);
    assert.equal((await remove(entity.name, made.id)).errors![0]!.message, 'error_not_found');
  }
});

test('required rows remain with their identifier; some cannot be switched off', async () => {
  const { db } = server.app;
  const rows: [string, number, boolean][] = [
    ['ReportType', await idByIdentifier(db, 'reportTypes', 'activation'), true],
    ['ReportType', await idByIdentifier(db, 'reportTypes', 'all_clear'), false],
    ['Channel', await idByIdentifier(db, 'channels', 'exercise'), true],
    ['ChannelType', await idByIdentifier(db, 'channelTypes', 'email'), false],
    ['PersonDataType', 1, false],
  ];
  for (const [name, number, needed] of rows) {
    const id = String(number);
    assert.equal((await remove(name, id)).errors![0]!.message, 'error_base_row', name);
    assert.deepEqual(await faults(name, { id, identifier: 'another' }), { identifier: 'error_base_row' });
    if (needed) assert.deepEqual(await faults(name, { id, isActive: false }), { isActive: 'error_base_row' });
    else {
      assert.equal((await save(name, { id, isActive: false }, 'isActive')).isActive, false);
      await save(name, { id, isActive: true });
    }
    assert.equal((await save(name, { id, name: 'Umbenannt' }, 'name isBase')).isBase, true);
  }
  assert.deepEqual(await faults('PersonDataType', { id: '1', fieldType: 'text' }), { fieldType: 'error_base_row' });
  const { systemMails } = await administrator.run('{ systemMails(first: 1) { edges { node { id } } } }');
  assert.equal((await remove('SystemMail', systemMails.edges[0].node.id)).errors![0]!.message, 'error_base_row');
});

test('an identifier is unique, matches a pattern and defaults to one made from the name', async () => {
  const made = await save('GroupType', { name: 'Größe & Übung' }, 'id identifier');
  assert.equal(made.identifier, 'groesse_uebung');
  assert.equal((await save('GroupType', { name: 'Größe, Übung!' }, 'identifier')).identifier, 'groesse_uebung_2');
  const taken = { name: 'x', identifier: 'groesse_uebung' };
  assert.deepEqual(await faults('GroupType', taken), { identifier: 'error_identifier_taken' });
  const other = await save('GroupType', { name: 'Andere' });
  const change = { id: other.id, identifier: 'groesse_uebung' };
  assert.deepEqual(await faults('GroupType', change), { identifier: 'error_identifier_taken' });
  for (const identifier of ['a b', 'ä', '../x', '_x', 'x'.repeat(101)]) {
    assert.deepEqual(
      await faults('GroupType', { name: 'x', identifier }),
      { identifier: 'error_identifier' },
      identifier,
    );
  }
  const many = { name: ' ', identifier: 'a b', description: 'x'.repeat(5001) };
  const found = { name: 'error_required', identifier: 'error_identifier', description: 'error_too_long' };
  assert.deepEqual(await faults('GroupType', many), found);
});

test('normalizes texts, colours, coordinates and choices or refuses them with a reason', async () => {
  const place = await save(
    'Location',
    { name: '  Haus  ', coordinates: '52.520000 , 13.4050001' },
    'id name coordinates',
  );
  assert.deepEqual([place.name, place.coordinates], ['Haus', '52.52,13.405']);
  for (const coordinates of ['91,0', '0,181', '52,52 13,4', 'x', '1e1,2', '52.5']) {
    assert.deepEqual(await faults('Location', { name: 'x', coordinates }), {
      coordinates: 'error_invalid_coordinates',
    });
  }
  assert.equal((await save('Location', { name: 'a\u0000b' }, 'name')).name, 'ab');
  assert.deepEqual(await faults('Location', { name: 'x'.repeat(201) }), { name: 'error_too_long' });
  assert.deepEqual(await faults('Location', { id: place.id, name: null }), { name: 'error_required' });
  assert.equal((await save('Location', { id: place.id, coordinates: '' }, 'coordinates')).coordinates, null);
  assert.equal((await save('ChannelType', { name: 'x', color: '#AbC' }, 'color')).color, '#aabbcc');
  assert.deepEqual(await faults('ChannelType', { name: 'x', color: 'red' }), { color: 'error_invalid_colour' });
  const unknown = { name: 'x', fieldType: 'emoji' };
  assert.deepEqual(await faults('PersonDataType', unknown), { fieldType: 'error_unknown_choice' });
  const snippet = await save(
    'Snippet',
    { name: 'x', content: '<p onclick="x()">Hallo <script>1</script><a href="javascript:x">b</a></p>' },
    'content',
  );
  assert.equal(snippet.content, '<p>Hallo <a>b</a></p>');
  const empty = { name: 'x', content: '<script>1</script><p></p> ' };
  assert.deepEqual(await faults('Snippet', empty), { content: 'error_required' });
});

test('links lead only to pages and safe addresses and fit their type', async () => {
  const link = async (input: Values) =>
    save('SideMenu', { title: 'x', identifier: `l${++count}`, ...input }, 'link type');
  assert.deepEqual(await link({ link: '#/events' }), { link: '/events', type: 'internal' });
  assert.deepEqual(await link({ link: 'https://example.org/a?b=1' }), {
    link: 'https://example.org/a?b=1',
    type: 'external',
  });
  for (const address of ['mailto:a@example.org', 'tel:+49301234', 'http://intranet:8080/x']) {
    assert.equal((await link({ link: address, type: 'external' })).link, address);
  }
  assert.deepEqual(await link({ link: '/events', type: 'separator' }), { link: '', type: 'separator' });
  const bad = [
    ...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', '\tjava\nscript:alert(1)', 'data:text/html,x', 'vbscript:x'],
    ...[
      '//evil.example',
      '/\\evil.example',
      '\\\\evil',
      'https://',
      'https:evil',
      'ftp://x',
      'https://u:p@example.org/',
    ],
    ...['file:///etc/passwd', 'mailto:a@b?bcc=c@d', 'javascript&colon;x', 'events', 'https://exa mple.org', 'blob:x'],
  ];
  for (const address of bad) {
    for (const type of ['external', 'internal']) {
      const input = { title: 'x', identifier: `l${++count}`, link: address, type };
      assert.deepEqual(await faults('SideMenu', input), { link: 'error_invalid_link' }, `${type} ${address}`);
    }
  }
  const wrong = { title: 'x', identifier: 'wrong', type: 'internal', link: 'https://example.org' };
  assert.deepEqual(await faults('SideMenu', wrong), { link: 'error_invalid_link' });
  assert.deepEqual(await faults('SideMenu', { ...wrong, link: '' }), { link: 'error_required' });
});

test('references must exist and be active; an earlier choice may remain', async () => {
  const place = await save('Location', { name: 'Haus Nord' });
  const type = await save('EventType', { name: 'Mit Ort', location: place.id });
  await save('Location', { id: place.id, isActive: false });
  await save('EventType', { id: type.id, location: place.id, name: 'Weiter mit Ort' });
  assert.deepEqual(await faults('EventType', { name: 'Neu', location: place.id }), { location: 'error_inactive' });
  assert.deepEqual(await faults('EventType', { name: 'Neu', location: '99999' }), { location: 'error_not_found' });
  assert.deepEqual(await faults('EventType', { name: 'Neu', location: 'x' }), { location: 'error_invalid_id' });
  assert.equal((await save('EventType', { id: type.id, location: null }, 'location { id }')).location, null);
});

test('an event type keeps the order of its lists, including inactive hidden ones', async () => {
  const { db } = server.app;
  const [a, b, c] = [await createMailingList(db), await createMailingList(db), await createMailingList(db)];
  const lists = 'id mailingLists { edges { node { _id } } }';
  const shown = (row: { mailingLists: { edges: { node: { _id: number } }[] } }) =>
    row.mailingLists.edges.map(({ node }) => node._id);
  const made = await save('EventType', { name: 'Mit Listen', mailingLists: [c.id, a.id].map(String) }, lists);
  assert.deepEqual(shown(made), [c.id, a.id]);
  await db.updateTable('mailingLists').set({ isActive: false }).where('id', '=', a.id).execute();
  const changed = await save('EventType', { id: made.id, mailingLists: [b.id, c.id].map(String) }, lists);
  assert.deepEqual(shown(changed), [b.id, c.id]);
  await db.updateTable('mailingLists').set({ isActive: true }).where('id', '=', a.id).execute();
  assert.deepEqual(shown(await save('EventType', { id: made.id, name: 'x' }, lists)), [b.id, c.id, a.id]);
  await db.updateTable('mailingLists').set({ isActive: false }).where('id', '=', a.id).execute();
  const other = { name: 'Andere', mailingLists: [String(a.id)] };
  assert.deepEqual(await faults('EventType', other), { mailingLists: 'error_inactive' });
});

test('a situation report template has sections with known fields', async () => {
  const template = (fields: unknown[]) => ({ sections: [{ title: 'Lage', fields }] });
  const made = await save(
    'EventType',
    { name: 'Mit Vorlage', situationReportTemplate: template([{ label: 'Zahl', kind: 'number' }]) },
    'situationReportTemplate',
  );
  const fields = [{ key: 'section_1_1', kind: 'number', label: 'Zahl' }];
  const stored = { version: 1, sections: [{ key: 'section_1', title: 'Lage', fields }] };
  assert.deepEqual(made.situationReportTemplate, stored);
  const bad = [
    ...['x', [], {}, { sections: [] }, template([]), template([{ label: 'x', kind: 'emoji' }])],
    template([{ label: '', kind: 'text' }]),
    template([{ label: 'x', kind: 'choice' }]),
    template(['a', 'a'].map((key) => ({ key, label: 'x', kind: 'text' }))),
  ];
  for (const situationReportTemplate of bad) {
    const input = { name: 'x', situationReportTemplate };
    assert.deepEqual(await faults('EventType', input), { situationReportTemplate: 'error_invalid_template' });
  }
});

test('the data of people stays valid when its data type changes', async () => {
  const { db } = server.app;
  const select = { name: 'Schicht', fieldType: 'select', options: [{ label: 'Früh' }, { value: 7, label: 'Spät' }] };
  assert.deepEqual(await faults('PersonDataType', { ...select, options: [] }), { options: 'error_invalid_options' });
  const made = await save('PersonDataType', select, 'id _id options');
  assert.deepEqual(made.options, [
    { value: 8, label: 'Früh' },
    { value: 7, label: 'Spät' },
  ]);
  const person = await createPerson(db);
  await db.insertInto('personData').values({ personId: person.id, keyFieldId: made._id, valueInt: 7 }).execute();
  const fewer = { id: made.id, options: [{ value: 8, label: 'Früh' }] };
  assert.deepEqual(await faults('PersonDataType', fewer), { options: 'error_in_use' });
  assert.deepEqual(await faults('PersonDataType', { id: made.id, fieldType: 'text' }), { fieldType: 'error_in_use' });
  await save('PersonDataType', { id: made.id, options: [...fewer.options, { value: 7, label: 'Nacht' }] });
});

test('lists usage before a row is deleted; a row in use is switched off, never removed', async () => {
  const { db } = server.app;
  const type = await createEventType(db);
  await createEvent(db, { eventTypeId: type.id, activationEventTypeId: type.id });
  await createEvent(db, { eventTypeId: type.id });
  const usage = (by: TestClient) => by.send(`{ usage(type: "EventType", id: "${type.id}") { what count } }`);
  assert.deepEqual((await usage(administrator)).data.usage, [{ what: 'events', count: 2 }]);
  assert.equal((await usage(await server.as('editor'))).errors![0]!.message, 'error_forbidden');
  assert.equal((await remove('EventType', String(type.id))).errors, undefined);
  const again = (await remove('EventType', String(type.id))).errors![0]! as { message: string; extensions: Values };
  assert.equal(again.message, 'error_in_use');
  assert.deepEqual(again.extensions['details'], { usage: [{ what: 'events', count: 2 }] });
});

test('switches rows on and off together, all or none', async () => {
  const ids = [(await save('Location', { name: 'A' })).id, (await save('Location', { name: 'B' })).id];
  const run = 'mutation ($type: String!, $ids: [ID!]!) { setActive(type: $type, ids: $ids, isActive: false) }';
  const active = async () => {
    const { a, b } = await administrator.run(
      'query ($a: ID!, $b: ID!) { a: location(id: $a) { isActive } b: location(id: $b) { isActive } }',
      { a: ids[0], b: ids[1] },
    );
    return [a.isActive, b.isActive];
  };
  const refused = await administrator.send(run, { type: 'Location', ids: [...ids, '99999'] });
  assert.equal(refused.errors![0]!.message, 'error_not_found');
  assert.deepEqual(await active(), [true, true]);
  assert.deepEqual((await administrator.run(run, { type: 'Location', ids })).setActive, ids);
  assert.deepEqual(await active(), [false, false]);
  const wrong = await administrator.send(run, { type: 'ReportEventSnippet', ids: ['1'] });
  assert.equal(wrong.errors![0]!.message, 'error_invalid_input');
});

test('a picture is one that the administrator uploaded or that is already shown', async () => {
  const { db } = server.app;
  const file = (insertedBy: number | null, mimeType = 'image/png') =>
    db
      .insertInto('files')
      .values({
        key: `k${++count}`,
        mimeType,
        size: 1,
        sha256: Buffer.from('x'),
        content: Buffer.from('x'),
        insertedBy,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [own, foreign, text] = [
    await file(administrator.userId),
    await file(null),
    await file(administrator.userId, 'text/csv'),
  ];
  const made = await save('ListType', { name: 'Bild', icon: String(own.id) }, 'id icon { _id }');
  assert.equal(made.icon._id, own.id);
  for (const { id } of [foreign, text]) {
    assert.deepEqual(await faults('ListType', { name: 'x', icon: String(id) }), { icon: 'error_not_found' });
  }
  const other = await server.as('administrator');
  const shown = await send(entityOf('GroupType'), 'create', { name: 'y', icon: String(own.id) }, 'icon { _id }', other);
  assert.equal(shown.row.icon._id, own.id);
  assert.equal((await save('ListType', { id: made.id, icon: null }, 'icon { _id }')).icon, null);
});
