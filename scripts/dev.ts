// the server restarts and the web application reloads on saved files
import { spawn } from 'node:child_process';
import { createServer } from 'vite';

const vite = await createServer();
await vite.listen();
const address = vite.resolvedUrls?.local[0] ?? '';
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/program/main.ts'], {
  stdio: 'inherit',
  // Node only watches its own process
  env: {
    ...process.env,
    ROLES: 'web,worker',
    WEB_PROCESSES: '',
    PUBLIC_URL: process.env['PUBLIC_URL'] || address.replace(/\/$/, ''),
  },
});
server.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'));
console.log(`Open ${address}`);
