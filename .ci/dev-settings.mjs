/**
 * Prints the settings that the server writes into the built page, as the `VITE_*` settings of a page that Vite serves. Runs in
 * tsx, because it imports the server's sources.
 */
import { buildClientConfig } from '../server/src/wiring/build-client-config.ts';
import { loadConfig, readEnvironment } from '../server/src/config/load-config.ts';

try {
  const settings = Object.entries(buildClientConfig(loadConfig(readEnvironment())));
  console.log(JSON.stringify(settings.map(([name, value]) => [`VITE_${name.toUpperCase()}`, String(value)])));
} catch (error) {
  console.error(error.message);
  process.exitCode = 78;
}
