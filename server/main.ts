import { ConfigError, loadConfig } from './config.ts';
import { startServer } from './server.ts';

try {
  const config = loadConfig();
  const server = await startServer(config);
  let stoppingSince = 0;
  const stop = () => {
    if (stoppingSince) {
      // asked twice; at once it is the same wish, which came to this process and to the one above it
      if (Date.now() - stoppingSince > 1_000) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    void server.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (server.url) process.stdout.write(`\nMeldekette is running:  ${server.app.publicUrl}\n`);
  if (server.firstPassword) {
    process.stdout.write(`Sign in as ${config.OWNER_EMAIL} with the password ${server.firstPassword}\n`);
    process.stdout.write('This password is shown only now. Please change it after signing in.\n');
  } else if (server.url) {
    process.stdout.write(`The first account is ${config.OWNER_EMAIL}.\n`);
  }
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}
