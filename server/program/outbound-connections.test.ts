import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { configVariables } from '#server/platform/config.ts';
import { settings } from '#shared/settings.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/operate/outbound-connections.md'), 'utf8');
const sources = readdirSync(path.join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({
    name: name.replaceAll(path.sep, '/'),
    text: readFileSync(path.join(root, 'server', name), 'utf8'),
  }));

/** Code that opens connections, with the documented row; null for this machine. */
const connecting: Readonly<Record<string, string | null>> = {
  'alerting/answers/sending-script.ts': null,
  'api/security-log/syslog/connection.ts': 'Security log',
  'channels/imap/hear-mailbox.ts': 'Mailbox for replies',
  'channels/sip/media.ts': 'Voice calls over SIP',
  'channels/sip/wire.ts': 'Voice calls over SIP',
  'channels/smpp/stream.ts': 'SMS over SMPP',
  'channels/smtp/wire.ts': 'Mail',
  'channels/http/gateway.ts': 'SMS over a provider',
  'channels/providers/webhook.ts': 'Webhooks',
  'channels/webpush/send.ts': 'Browser notifications',
  'accounts/single-sign-on/connection.ts': 'Sign-in service',
  'administration/second-place/fetch-life.ts': 'Second place',
  'contacts/directories/csv/fetch-csv.ts': 'Directory',
  'contacts/directories/ldap-client.ts': 'Directory',
  'outside/webhooks/attempt.ts': 'Webhooks',
  'platform/call.ts': 'Webhooks',
  'platform/outbound/post.ts': 'Webhooks',
  'platform/connection/client.ts': 'Database',
  'platform/connection/primary.ts': 'Database',
  'platform/database/connect.ts': 'Database',
  'platform/database/embedded-connection.ts': null,
  'platform/database/embedded-keeper.ts': null,
  'platform/live/live.ts': 'Database',
  'program/heartbeat.ts': "Dead man's switch",
  'program/second-place/page.ts': null,
  'program/switchover/target.ts': 'Database',
};

/** Calls that open a connection. */
const opens =
  /\bfetch\(|\b(?:net|tls|https?|kind)\.(?:connect|request|get)\(|\bcreate(?:Socket|Connection)\(|\bnew (?:pg\.)?(?:Pool|Client|ImapFlow|SMTPConnection|WebSocket)\(|import \{[^}]*\b(?:connect|request|get|createConnection)\b[^}]*\} from 'node:(?:net|tls|https?|http2)'|\b(?:call|callWhole|postOutbound)\((?:url|new URL)/;

test('the page names every connection that the program opens', () => {
  const found = sources.filter(({ text }) => opens.test(text)).map(({ name }) => name);
  assert.deepEqual(
    new Set(found),
    new Set(Object.keys(connecting)),
    'name the address in docs/operate/outbound-connections.md',
  );
  for (const row of Object.values(connecting)) if (row) assert.match(page, new RegExp(`^\\| ${row} \\|`, 'm'));
});

test('the page names the address of every provider, and every variable and setting with an address', () => {
  const hosts = sources
    .filter(({ name }) => name.startsWith('channels/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/(?:address|default): '(https:\/\/[^']+)'/g)].map(([, address]) => address!),
    );
  assert.ok(hosts.length >= 9, 'the addresses of providers are found');
  const links = Object.values(settings).flatMap((setting) =>
    setting.kind === 'webAddress' && 'default' in setting ? new URL(String(setting.default)).origin : [],
  );
  // PUBLIC_URL is the address of the installation itself
  const variables = configVariables
    .map(({ name }) => name)
    .filter((name) => /_URL$/.test(name) && name !== 'PUBLIC_URL');
  for (const one of [...hosts, ...links, ...variables]) assert.ok(page.includes(`\`${one}`), `${one} is missing`);
});
