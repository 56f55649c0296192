// Writes sbom.cdx.json: every package, those of development marked, as CycloneDX.
import { writeFileSync } from 'node:fs';
import { npm } from './npm.mjs';

const { code, output } = await npm(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
if (code !== 0) process.exit(code);
writeFileSync('sbom.cdx.json', output);
console.log(`sbom.cdx.json: ${JSON.parse(output).components.length} packages`);
