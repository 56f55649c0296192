import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let manager: TestClient;

before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const read = async (number: string, isMobile = false) =>
  (
    await manager.run(
      'query ($n: String!, $m: Boolean) { phoneReading(number: $n, isMobile: $m) { number display remarks } }',
      { n: number, m: isMobile },
    )
  ).phoneReading;

test('a form shows the interpretation of a number before it is stored', async () => {
  assert.deepEqual(await read('4915185677401'), {
    number: '+4915185677401',
    display: '+49 1518 5677401',
    remarks: ['countryCode'],
  });
  assert.deepEqual((await read('0711 2781234', true)).remarks, ['notMobile']);
  assert.deepEqual((await read('0711 2781234')).remarks, []);
  assert.equal(await read('4711'), null);
});

test('a stored number includes its remarks for every way of entry', async () => {
  const data = 'personData { keyField { identifier } valueStr phoneRemarks }';
  const { personDataTypes } = await manager.run(
    '{ personDataTypes(first: 100) { edges { node { _id identifier } } } }',
  );
  const typeOf = (wanted: string) =>
    String(
      personDataTypes.edges.find(({ node }: { node: { identifier: string } }) => node.identifier === wanted).node._id,
    );
  const { createPerson } = await manager.run(
    `mutation ($i: CreatePersonInput!) { createPerson(input: $i) { ${data} } }`,
    {
      i: {
        firstName: 'Anna',
        lastName: 'Amsel',
        personData: [
          { keyField: typeOf('mobile_business'), valueStr: '4915185677401' },
          { keyField: typeOf('mobile_private'), valueStr: '0711 2781234' },
          { keyField: typeOf('phone_business'), valueStr: '0711 2781234' },
          { keyField: typeOf('email_business'), valueStr: 'anna@amsel.example' },
        ],
      },
    },
  );
  const shown = createPerson.personData.map(
    (one: { keyField: { identifier: string }; valueStr: string; phoneRemarks: string[] }) => [
      one.keyField.identifier,
      one.valueStr,
      ...one.phoneRemarks,
    ],
  );
  assert.deepEqual(
    new Set(shown),
    new Set([
      ['email_business', 'anna@amsel.example'],
      ['mobile_business', '+4915185677401'],
      ['mobile_private', '+497112781234', 'notMobile'],
      ['phone_business', '+497112781234'],
    ]),
  );
});
