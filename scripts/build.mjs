// builds what `npm start` runs
import { buildServer } from './build-server.mjs';
import { buildWeb } from './build-web.mjs';

try {
  await buildWeb();
  await buildServer();
} catch (error) {
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
