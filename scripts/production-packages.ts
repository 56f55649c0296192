interface Entry {
  version?: string;
  dev?: boolean;
  devOptional?: boolean;
}

/** The used fields of npm's list. */
export interface Installed {
  packages: Record<string, Entry>;
}

const folders = ['server/', 'shared/', 'demo/', 'deploy/', 'docs/', 'web/public/locales/'];
const files = new Set([
  'CHANGELOG.md',
  'LICENSE',
  'NOTICE',
  'README.md',
  'SECURITY.md',
  'package.json',
  'package-lock.json',
]);

/** Returns whether an archive contains a file: no tests, no web sources. */
export function isShipped(file: string): boolean {
  if (/\.test\.tsx?$/.test(file)) return false;
  if (/^migrations\/[^/]+\.sql$/.test(file) || /^scripts\/[\w-]+\.mjs$/.test(file)) return true;
  return files.has(file) || folders.some((folder) => file.startsWith(folder));
}

export function productionLock(text: string): Installed {
  const lock = JSON.parse(text) as Installed;
  const packages = Object.entries(lock.packages).filter(
    ([where, { dev, devOptional }]) => where && !dev && !devOptional,
  );
  return { ...lock, packages: Object.fromEntries(packages) };
}

interface Component {
  'bom-ref': string;
  group?: string;
  name: string;
  version: string;
}

interface Sbom {
  components: Component[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

/** Returns CycloneDX parts of these packages. `npm sbom --omit=dev` omits shared ones. */
export function productionSbom(text: string, { packages }: Installed): Sbom {
  const sbom = JSON.parse(text) as Sbom;
  const installed = new Set(
    Object.entries(packages).map(([where, { version }]) => `${where.replace(/^.*node_modules\//, '')}@${version}`),
  );
  const components = sbom.components.filter(({ group, name, version }) =>
    installed.has(`${group ? `${group}/` : ''}${name}@${version}`),
  );
  const removed = new Set(sbom.components.map((component) => component['bom-ref']));
  for (const component of components) removed.delete(component['bom-ref']);
  const dependencies = sbom.dependencies
    .filter(({ ref }) => !removed.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => !removed.has(other)) }));
  return { ...sbom, components, dependencies };
}
