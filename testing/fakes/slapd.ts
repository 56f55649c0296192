import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'ldapts';
import { freePort } from '#testing/free-port.ts';
import { makeCertificate, type OwnCertificate } from '#testing/syslog/certificate.ts';
import { until } from '#testing/until.ts';

/** As installed by Debian's slapd. */
const [slapd, schemas, modules] = ['/usr/sbin/slapd', '/etc/ldap/schema', '/usr/lib/ldap'];

/** The reason to skip; false if installed. */
export const slapdMissing = existsSync(slapd) ? false : 'the Debian package slapd is missing';

/** A running OpenLDAP server with a database of its own. */
export interface Slapd {
  port: number;
  certificate: OwnCertificate;
  bindDn: string;
  password: string;
  /** Works with a connection that may change everything. */
  as(work: (client: Client) => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

const root = { bindDn: 'cn=admin,dc=house,dc=test', password: 'the password of the tests' };

const configuration = (folder: string) => `
include ${schemas}/core.schema
include ${schemas}/cosine.schema
include ${schemas}/inetorgperson.schema
modulepath ${modules}
moduleload back_mdb
moduleload memberof
pidfile ${folder}/pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
TLSCACertificateFile ${folder}/cert.pem
sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited
database mdb
suffix "dc=house,dc=test"
rootdn "${root.bindDn}"
rootpw "${root.password}"
directory ${folder}/data
access to attrs=userPassword by * auth
access to * by dn.exact="cn=reader,dc=house,dc=test" read by anonymous auth
overlay memberof
`;

/** Starts the server on a free port with these entries (LDIF). */
export async function startSlapd(ldif: string): Promise<Slapd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-slapd-'));
  const certificate = makeCertificate();
  const config = path.join(folder, 'slapd.conf');
  await mkdir(path.join(folder, 'data'));
  await Promise.all([
    writeFile(config, configuration(folder)),
    writeFile(path.join(folder, 'cert.pem'), certificate.cert),
    writeFile(path.join(folder, 'key.pem'), certificate.key),
    writeFile(path.join(folder, 'people.ldif'), ldif),
  ]);
  await promisify(execFile)(slapd, ['-T', 'add', '-q', '-f', config, '-l', path.join(folder, 'people.ldif')]);
  const port = await freePort();
  const plain = `ldap://127.0.0.1:${port}`;
  const server = spawn(slapd, ['-d', '0', '-f', config, '-h', plain], { stdio: 'ignore' });
  const client = () => new Client({ url: plain, timeout: 30_000 });
  const as = async (work: (client: Client) => Promise<unknown>) => {
    const one = client();
    try {
      await one.bind(root.bindDn, root.password);
      await work(one);
    } finally {
      await one.unbind();
    }
  };
  await until(() =>
    as(async () => undefined).then(
      () => true,
      () => false,
    ),
  );
  return {
    port,
    certificate,
    bindDn: 'cn=reader,dc=house,dc=test',
    password: 'secret of the reader',
    as,
    stop: async () => {
      await end(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(server: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  await ended;
}
