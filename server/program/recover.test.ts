import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { TOTP } from 'otpauth';
import { hashPassword } from '#server/accounts/password.ts';
import { createUser } from '#testing/factories.ts';
import { post } from '#testing/rest.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const recover = (email: string) =>
  promisify(execFile)(process.execPath, ['server/program/recover.ts', email], {
    env: { ...process.env, DATABASE_URL: server.app.config.DATABASE_URL },
  });

test('the command lets a user sign in without the lost password and second factor', async () => {
  const password = 'vier Zebras grasen im Nebel';
  const user = await createUser(server.app.db, { passwordHash: await hashPassword(password), roles: ['system_owner'] });
  const client = await server.client(user.id);
  const start = await client.run('mutation ($p: String!) { startTotp(password: $p) { secret } }', { p: password });
  const code = new TOTP({ secret: start.startTotp.secret }).generate();
  await client.run('mutation ($code: String!) { confirmTotp(code: $code) }', { code });
  const signIn = (given: string) => post(server, '/api/auth', { email: user.email, password: given });
  assert.equal((await signIn(password)).body.message, 'totp_required');

  const { stdout } = await recover(user.email.toUpperCase());
  const given = /with the password (\S+)/.exec(stdout)?.[1];
  assert.equal((await signIn(given!)).status, 200);
  assert.equal((await signIn(password)).status, 401);
  assert.notEqual((await client.send('{ currentUser { _id } }')).errors, undefined, 'the old session has ended');
});

test('removes all obstacles to the sign-in of an account and audits it', async () => {
  for (const held of [{ isActive: false }, { isActive: false, needApproval: true }, { verifiedAt: null }]) {
    const user = await createUser(server.app.db, held);
    const { stdout } = await recover(user.email);
    const password = /with the password (\S+)/.exec(stdout)?.[1];
    assert.match(stdout, /it is active, confirmed and approved now/);
    assert.equal((await post(server, '/api/auth', { email: user.email, password })).status, 200, JSON.stringify(held));
    const lines = await server.app.db.selectFrom('auditEntries').select('after').where('rowId', '=', user.id).execute();
    const isSaid = lines.some(({ after }) => (after as { isActive?: boolean } | null)?.isActive === true);
    assert.equal(isSaid, 'isActive' in held);
  }
});

test('names an address without an account', async () => {
  await assert.rejects(recover('nobody@example.org'), /no account with the address nobody@example.org/);
});
