import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { freePort } from '#testing/free-port.ts';
import { until } from '#testing/until.ts';
import { isReady, nodeEnvironment } from '../failover/nodes.ts';

/** One of several nodes behind a proxy, whose release can be replaced. */
export interface RollingNode {
  port: number;
  /** The file with its output. */
  log: string;
  /** Starts a release; resolves when it is ready. */
  start(program: string): Promise<void>;
  /** Ends the running release in good order. */
  stop(): Promise<void>;
}

/** Creates a node with its own folder and port, and the address of the proxy. */
export async function createNode(dir: string, databaseUrl: string, publicUrl: string): Promise<RollingNode> {
  await mkdir(path.join(dir, 'data'), { recursive: true });
  const port = await freePort();
  const env = {
    ...nodeEnvironment(databaseUrl, publicUrl, path.join(dir, 'data')),
    HOST: '127.0.0.1',
    PORT: String(port),
    STOP_DELAY: '4', // the proxy needs 1.5 seconds
    LOCAL_CHANNELS: '1', // the mail servers are local
    PATH: process.env['PATH'],
  };
  let end: (() => Promise<void>) | null = null;
  const killAtEnd = (kill: () => void) => process.once('exit', kill);
  const log = path.join(dir, 'log');
  return {
    port,
    log,
    async start(program) {
      const output = openSync(log, 'a');
      const child = spawn(process.execPath, [program], { env, cwd: dir, stdio: ['ignore', output, output] });
      closeSync(output);
      const kill = () => void child.kill('SIGKILL');
      killAtEnd(kill);
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
      end = async () => {
        child.kill('SIGTERM');
        await ended;
        process.off('exit', kill);
      };
      await until(() => {
        if (child.exitCode !== null) throw new Error(`the node ended with ${child.exitCode}`);
        return isReady(`http://127.0.0.1:${port}`);
      }, 180_000);
    },
    async stop() {
      await end?.();
      end = null;
    },
  };
}
