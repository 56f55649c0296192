// Checks production packages for vulnerabilities. Ends with 1 for a high or critical one, 2 without the registry.
import { npm } from './npm.mjs';

const { output } = await npm(['audit', '--json', '--omit', 'dev']);
const told = parse(output);
if (!told?.vulnerabilities) {
  console.error(`The registry could not be asked: ${told?.message ?? told?.error?.summary ?? 'no answer'}`);
  process.exit(2);
}
const faults = Object.values(told.vulnerabilities);
for (const { name, severity, range, via } of faults) {
  const titles = via.flatMap((/** @type {any} */ one) => (typeof one === 'string' ? [] : [`${one.title} ${one.url}`]));
  console.log(`${severity}: ${name} ${range}`, ...titles);
}
console.log(`${faults.length} known faults`);
process.exit(faults.some(({ severity }) => severity === 'high' || severity === 'critical') ? 1 : 0);

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
