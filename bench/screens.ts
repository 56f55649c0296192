import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { alarmCrowd, createCrowd } from './crowd.ts';

/** A server with an alarm that went out, and where its screens are. */
export interface Screens extends BenchServer {
  report: string;
  answer: string;
}

/** Starts the program of a folder, as it was built there, with an alarm that fifty people got. */
export async function startScreens(root: string): Promise<Screens> {
  const server = await startBenchServer({ root });
  const [token] = await server.sessions(1);
  const { id, eventId, links } = await alarmCrowd(server, token!, await createCrowd(server, 50), 'activation');
  return { ...server, report: `${server.url}/#/event/${eventId}/report/${id}`, answer: links[0]! };
}

/** Builds the web application of a folder, where it is not built yet. */
export function build(root: string): void {
  const program = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  execFileSync(program, ['scripts/build-web.mjs'], { cwd: root, stdio: 'inherit' });
}
