import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { createConnection, createServer, type Server } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { until } from '#testing/until.ts';
import { whenInterrupted } from '../programs/interrupted.ts';

const run = promisify(execFile);
const maxBuffer = 64 << 20;

/** A container with a systemd of its own, used as a server. */
export interface BareServer {
  name: string;
  address: string;
  /** Its root folder. */
  dir: string;
  addHosts(lines: string): Promise<void>;
  /** Runs a command as root in /root; returns its output, throws with it if the command fails. */
  shell(command: string): Promise<string>;
  /** Number of the process that is its init. */
  init: number;
}

/** Servers on a bridge that reach the network of this machine. */
export interface BareServers {
  add(name: string): Promise<BareServer>;
  /** Makes a local port of this machine a local port of every server. */
  relay(port: number): Promise<void>;
  remove(): Promise<void>;
}

/** Creates the bridge and a root file system, which every server copies. Everything in `folder` is deleted at the end. */
export async function openBareServers(folder: string): Promise<BareServers> {
  const own = `mkd${process.pid}`;
  const network = `10.${150 + (process.pid % 50)}.${process.pid % 251}`;
  const table = `meldekette_${own}`;
  const children: ChildProcess[] = [];
  const servers: BareServer[] = [];
  const namespaces: string[] = [];
  const inits: number[] = [];
  const relays: Server[] = [];
  const removeNow = () => {
    for (const child of children) child.kill('SIGKILL');
    for (const init of inits) quietly('kill', ['-9', String(init)]);
    for (const namespace of namespaces) quietly('ip', ['netns', 'del', namespace]);
    quietly('ip', ['link', 'del', own]);
    quietly('nft', ['delete', 'table', 'ip', table]);
    quietly('rm', ['-rf', folder]);
  };
  const release = whenInterrupted(removeNow);
  const image = path.join(folder, 'image');
  try {
    await makeImage(image);
    await addBridge(own, network, table);
  } catch (error) {
    removeNow();
    throw error;
  }

  return {
    async add(name) {
      const number = 11 + servers.length;
      const [namespace, address] = [`${own}-${name}`, `${network}.${number}`];
      namespaces.push(namespace); // removed also if the server doesn't start
      await addNamespace(namespace, own, `${own}n${number}`.slice(0, 15), address, `${network}.1`);
      const dir = path.join(folder, name);
      await run('cp', ['--archive', '--reflink=auto', image, dir]);
      await cp('/etc/resolv.conf', path.join(dir, 'etc/resolv.conf'), { dereference: true });
      await Promise.all([
        writeFile(path.join(dir, 'etc/hostname'), `${name}\n`),
        writeFile(path.join(dir, 'etc/hosts'), `127.0.0.1 localhost\n`),
        mkdir(path.join(dir, 'root'), { recursive: true }),
      ]);
      const container = boot(name, dir, namespace);
      children.push(container);
      const init = await until(async () => firstChild(container.pid!));
      inits.push(init);
      const shell = (command: string) => inside(init, command);
      await until(
        () =>
          shell('systemctl is-system-running || true').then(
            (state) => /running|degraded/.test(state),
            () => false,
          ),
        300_000,
      );
      const server: BareServer = {
        name,
        address,
        dir,
        init,
        shell,
        addHosts: (lines) => appendFile(path.join(dir, 'etc/hosts'), lines),
      };
      servers.push(server);
      return server;
    },
    async relay(port) {
      relays.push(await relayOut(port, `${network}.1`));
      for (const { init } of servers) children.push(await relayIn(init, port, `${network}.1`));
    },
    async remove() {
      for (const relay of relays) relay.close();
      removeNow();
      release();
    },
  };
}

async function makeImage(image: string): Promise<void> {
  const packages = '--include=systemd,systemd-sysv,dbus,ca-certificates,iproute2';
  await run('mmdebstrap', ['--quiet', '--variant=minbase', packages, 'bookworm', image], { maxBuffer });
}

async function addBridge(bridge: string, network: string, table: string): Promise<void> {
  await run('ip', ['link', 'add', bridge, 'type', 'bridge']);
  await run('ip', ['addr', 'add', `${network}.1/24`, 'dev', bridge]);
  await run('ip', ['link', 'set', bridge, 'up']);
  await run('sysctl', ['-qw', 'net.ipv4.ip_forward=1']);
  await run('nft', ['add', 'table', 'ip', table]);
  await run('nft', ['add', 'chain', 'ip', table, 'post', '{ type nat hook postrouting priority srcnat; }']);
  await run('nft', ['add', 'rule', 'ip', table, 'post', 'ip', 'saddr', `${network}.0/24`, 'masquerade']);
}

function boot(name: string, dir: string, namespace: string): ChildProcess {
  const options = ['--quiet', '--register=no', '--keep-unit', '--boot', '--resolv-conf=off', '--console=pipe'];
  const place = [`--directory=${dir}`, `--hostname=${name}`, `--network-namespace-path=/run/netns/${namespace}`];
  return spawn('systemd-nspawn', [...options, ...place], {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '0' },
  });
}

/** Makes a local port of this machine a port of its address on the bridge. */
async function relayOut(port: number, address: string): Promise<Server> {
  const server = createServer((socket) => {
    const on = createConnection(port, '127.0.0.1');
    socket.pipe(on).pipe(socket);
    const close = () => void [socket.destroy(), on.destroy()];
    socket.on('error', close);
    on.on('error', close);
  });
  await new Promise<void>((done) => server.listen(port, address, done));
  return server;
}

/** Makes a port of this address a local port in the namespace of a process. */
async function relayIn(init: number, port: number, address: string): Promise<ChildProcess> {
  const forward = `const net = require('node:net');
    net.createServer((socket) => {
      const on = net.connect(${port}, '${address}');
      socket.pipe(on).pipe(socket);
      for (const end of [socket, on]) end.on('error', () => { socket.destroy(); on.destroy(); });
    }).listen(${port}, '127.0.0.1', () => console.log('ready'));`;
  const child = spawn('nsenter', [`--target=${init}`, '--net', process.execPath, '-e', forward], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((ready) => child.stdout.once('data', ready));
  return child;
}

async function addNamespace(namespace: string, bridge: string, outer: string, address: string, gateway: string) {
  await run('ip', ['netns', 'add', namespace]);
  await run('ip', ['link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace]);
  await run('ip', ['link', 'set', outer, 'master', bridge, 'up']);
  const within = (...args: string[]) => run('ip', ['-n', namespace, ...args]);
  await within('link', 'set', 'lo', 'up');
  await within('addr', 'add', `${address}/24`, 'dev', 'eth0');
  await within('link', 'set', 'eth0', 'up');
  await within('route', 'add', 'default', 'via', gateway);
}

async function firstChild(pid: number): Promise<number | false> {
  const { stdout } = await run('ps', ['--ppid', String(pid), '-o', 'pid=']).catch(() => ({ stdout: '' }));
  return Number(stdout.trim().split(/\s+/)[0]) || false;
}

async function inside(init: number, command: string): Promise<string> {
  const place = [`--target=${init}`, '--all', '--wdns=/root'];
  const env = [
    'env',
    '-i',
    'HOME=/root',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'DEBIAN_FRONTEND=noninteractive',
  ];
  const { stdout } = await run('nsenter', [...place, ...env, 'bash', '--norc', '-euc', command], { maxBuffer }).catch(
    (error) => {
      throw new Error(`${command}\n${error.stdout}\n${error.stderr}`);
    },
  );
  return stdout;
}

function quietly(command: string, args: readonly string[]) {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
  } catch {
    // it is gone
  }
}
