import { loadConfig } from './config.ts';
import { inWords } from './database/away.ts';
import { failToStart } from './start-error.ts';

try {
  const config = loadConfig();
  // each loads only what it needs: what supervises is small
  if (process.argv.includes('--accept-new-key')) await (await import('./accept-key.ts')).acceptKey(config);
  if (config.ROLES) await (await import('./processes/alone.ts')).runAlone(config);
  else await (await import('./processes/supervise.ts')).supervise(config);
} catch (error) {
  failToStart(inWords(error));
}
