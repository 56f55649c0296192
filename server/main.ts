import { ConfigError, loadConfig } from './config.ts';

try {
  const config = loadConfig();
  // each loads only what it needs: what supervises is small
  if (config.ROLES) await (await import('./processes/alone.ts')).runAlone(config);
  else await (await import('./processes/supervise.ts')).supervise(config);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
