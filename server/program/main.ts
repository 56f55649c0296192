import { loadConfig } from '#server/platform/config.ts';
import { refuseUnfinishedCopy } from './emergency-copy/unfinished.ts';
import { readArguments } from './processes/arguments.ts';
import { failToStart, watchStart } from './starting/fail-to-start.ts';

const started = watchStart();
try {
  const { acceptsNewKey, copy } = readArguments();
  const config = loadConfig();
  if (!copy) await refuseUnfinishedCopy(config);
  // Load only the required code, so that the supervisor stays small.
  if (acceptsNewKey) await (await import('./accept-key.ts')).acceptKey(config);
  if (copy) await (await import('./emergency-copy/serve-copy.ts')).serveCopy(config, copy);
  if (config.ROLES) await (await import('./processes/alone.ts')).runAlone(config);
  else await (await import('./processes/supervise.ts')).supervise(config);
  started();
} catch (error) {
  failToStart(error);
}
