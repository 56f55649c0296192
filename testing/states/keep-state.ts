// Keeps the present schema, with the demo hospital and 900 more people, for tests of later upgrades: npm run keep-state. Run it at
// each release. Writes migrations/states/NNNN.tar, named after the newest migration, in the format of "npm run backup".
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { withClient } from '#server/platform/connection/client.ts';
import { ownMigrations } from '#server/platform/database/migrate.ts';
import { sealLogs } from '#server/platform/seals/seal-logs.ts';
import { createBackup } from '#server/program/backup/create-backup.ts';
import { createAlarm } from '#testing/alarms/answered.ts';
import { empty } from '#testing/database.ts';
import { startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { uploadCsv } from '#testing/uploads.ts';

const newest = (await ownMigrations).at(-1)!;
const file = path.resolve(import.meta.dirname, `../../migrations/states/${newest.slice(0, 4)}.tar`);

const server = await startTestServer({ DEMO_DATA: '1', ROLES: 'web' }, empty);
try {
  const lines = Array.from({ length: 900 }, (_, n) => `Œnone ${n};Weiß-Łęcki;person${n}@state.example;Stab/Ärzte`);
  const text = ['Vorname;Nachname;E-Mail;Gruppen', ...lines].join('\n');
  const administrator = await server.as('administrator');
  const { data, errors } = await uploadCsv(server, administrator, text, { dryRun: false });
  if (errors) throw new Error(JSON.stringify(errors));
  await until(async () => {
    const query = 'query ($id: ID!) { upload(id: $id) { status } }';
    return (await administrator.run(query, { id: data.uploadPeople.id })).upload.status === 'applied';
  });
  await createAlarm(server, await server.as('crisis_manager'), 50);
  await sealLogs(server.app);
  await rm(file, { force: true });
  const url = server.app.config.DATABASE_URL!;
  const { tables } = await withClient(url, (client) => createBackup(client, { file, protection: null, key: null }));
  const filled = tables.filter(({ rows }) => rows > 0);
  const { size } = await stat(file);
  console.log(`${file}: ${size} bytes, ${filled.length} of ${tables.length} tables have rows`);
  if (process.argv.includes('--empty'))
    console.log(
      tables
        .filter(({ rows }) => !rows)
        .map(({ name }) => name)
        .join(' '),
    );
} finally {
  await server.stop();
}
