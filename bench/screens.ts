import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { alarmCrowd, createCrowd } from './crowd.ts';

export interface Screens extends BenchServer {
  report: string;
  answer: string;
}

/** Starts a built program with an alarm to fifty people. */
export async function startScreens(root: string): Promise<Screens> {
  const server = await startBenchServer({ root });
  const [token] = await server.sessions(1);
  const { id, eventId, links } = await alarmCrowd(server, token!, await createCrowd(server, 50), 'activation');
  return { ...server, report: `${server.url}/#/event/${eventId}/report/${id}`, answer: links[0]! };
}

/** Builds a folder's web application if necessary. */
export function build(root: string): void {
  const program = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  execFileSync(program, ['scripts/build-web.mjs'], { cwd: root, stdio: 'inherit' });
}
