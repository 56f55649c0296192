// Alert rules and dashboard of deploy/, evaluated by Prometheus on the metrics of a running installation.
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { withClient } from '#server/platform/connection/client.ts';
import { metricsToken } from '#testing/app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { freePort } from '#testing/free-port.ts';
import { monitoringExpressions } from '#testing/monitoring-files.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';

const prometheus = process.env['PROMETHEUS'] ?? '/usr/bin/prometheus';
const promtool = process.env['PROMTOOL'] ?? '/usr/bin/promtool';
const needed = missing({ [prometheus]: 'prometheus', [promtool]: 'prometheus' });
const root = path.resolve(import.meta.dirname, '..');
const rules = path.join(root, 'deploy/prometheus/alerts.yml');
const run = promisify(execFile);

let database: TestDatabase;
let folder: string;
let program: ChildProcess;
let judge: ChildProcess;
let url: string;
let address: string;
before(async () => {
  assert.deepEqual(needed, [], 'something is missing to run this');
  folder = await mkdtemp(path.join(tmpdir(), 'meldekette-peer-'));
  database = await createTestDatabase();
  const [port, own] = [await freePort(), await freePort()];
  [url, address] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${own}`];
  program = spawn(process.execPath, ['server/program/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      PORT: String(port),
      PUBLIC_URL: url,
      METRICS_TOKEN: metricsToken,
      OWNER_PASSWORD: 'owner password of the trial',
      LOG_LEVEL: 'warn',
      DEMO_DATA: '1',
    },
    stdio: 'inherit',
  });
  await until(() => isOk(`${url}/readyz`), 180_000);
  const manual = await readFile(path.join(root, 'docs/operate/monitoring.md'), 'utf8');
  const config = /```yaml\n([\s\S]*?)```/
    .exec(manual)![1]!
    .replace('scheme: https', 'scheme: http')
    .replace('crisis.example.org', `127.0.0.1:${port}`)
    .replace('/etc/prometheus/meldekette-token', path.join(folder, 'token'))
    .replace('/opt/meldekette/current/deploy/prometheus/alerts.yml', rules);
  await writeFile(path.join(folder, 'token'), metricsToken);
  await writeFile(
    path.join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 2s }\n${config}`,
  );
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/tsdb`];
  judge = spawn(prometheus, [...options, `--web.listen-address=127.0.0.1:${own}`, '--log.level=warn'], {
    stdio: 'inherit',
  });
  await until(() => isOk(`${address}/-/ready`));
});
after(async () => {
  for (const child of [judge, program]) {
    if (!child || child.exitCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  await database?.drop();
  if (folder) await rm(folder, { recursive: true, force: true });
});

test('the rules are valid, and every metric has a name and a help text that Prometheus accepts', async () => {
  await run(promtool, ['check', 'rules', rules]);
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
  const checked = run(promtool, ['check', 'metrics']);
  checked.child.stdin!.end(await response.text());
  const { stdout, stderr } = await checked.catch((error: { stdout: string; stderr: string }) => error);
  // metrics of Node and of the process are named by prom-client
  const own = `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line && !/^(?:nodejs|process_(?!up|starts|stuck))/.test(line));
  assert.deepEqual(own, []);
});

test('every rule and every panel finds something', async () => {
  const { rules: conditions, panels } = monitoringExpressions();
  // a comparison with `bool` returns 0 instead of nothing while it is false
  const asked = [...conditions.map((expression) => expression.replace(/ (==|<|>) (\S+)$/, ' $1 bool $2')), ...panels];
  for (const expression of asked) {
    await until(async () => {
      const query = new URLSearchParams({ query: expression });
      const response = await fetch(`${address}/api/v1/query?${query}`);
      const { data } = (await response.json()) as { data: { result: { value: [number, string] }[] } };
      return data.result.some(({ value }) => value[1] !== 'NaN');
    }).catch(() => assert.fail(`nothing is found by ${expression}`));
  }
});

test('no rule raises an alarm on a healthy installation', async () => {
  const response = await fetch(`${address}/api/v1/alerts`);
  const { data } = (await response.json()) as { data: { alerts: { labels: { alertname: string } }[] } };
  assert.deepEqual(
    data.alerts.map(({ labels }) => labels.alertname),
    [],
  );
});

test('rules report a schedule without a proved backup', async () => {
  await withClient(database.url, (client) =>
    client.query(`update backup_settings set is_active = true, active_since = now() - interval '3 days',
      folder = '/no/such/folder', recipient = 'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p'`),
  );
  await until(async () => {
    const response = await fetch(`${address}/api/v1/alerts`);
    const { data } = (await response.json()) as { data: { alerts: { labels: { alertname: string } }[] } };
    const names = data.alerts.map(({ labels }) => labels.alertname);
    return names.includes('MeldeketteBackupNotProved') && names.includes('MeldeketteBackupFailed');
  }, 120_000);
});

async function isOk(where: string): Promise<boolean> {
  return fetch(where).then(
    ({ ok }) => ok,
    () => false,
  );
}
