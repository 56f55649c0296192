/** An entry of package-lock.json. */
export interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** The fields of package-lock.json that the check reads. */
export interface Lock {
  packages: Record<string, Locked>;
}

// Licenses that only require their own text in the distribution.
const permissive = new Set(
  ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'Zlib'].map(
    (name) => name.toLowerCase(),
  ),
);
// Its license is only in the README.
const unsaid: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** Returns the production packages by name and version, each once. */
export function shipped({ packages }: Lock): { name: string; version: string; license: string }[] {
  const found = new Map<string, { name: string; version: string; license: string }>();
  for (const [where, { dev, version = '', license }] of Object.entries(packages)) {
    if (where === '' || dev) continue;
    const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version, license: license ?? unsaid[name] ?? '' });
  }
  return [...found.values()];
}

/** Returns whether a license only requires its text. */
function isPermissive(license: string): boolean {
  const all = (terms: string) => terms.split(/ AND /i).every((term) => permissive.has(term.trim().toLowerCase()));
  return license.replace(/[()]/g, '').split(/ OR /i).some(all);
}

/**
 * Returns faults: packages without hash or of another registry, demanding licenses missing in NOTICE, and unnecessary
 * ones there.
 */
export function lockFindings(lock: Lock, notice: string): string[] {
  const findings: string[] = [];
  for (const [where, { resolved, integrity }] of Object.entries(lock.packages)) {
    if (where === '') continue;
    if (!integrity?.startsWith('sha512-')) findings.push(`package-lock.json: ${where} has no sha512`);
    if (resolved) findings.push(`package-lock.json: ${where} names where it comes from`);
  }
  const demanding = shipped(lock).filter(({ license }) => !isPermissive(license));
  const named = [...notice.matchAll(/^- `([^`]+)` \(([^)]+)\)/gm)].map(([, name, license]) => `${name} (${license})`);
  const wanted = new Set(demanding.map(({ name, license }) => `${name} (${license || 'no licence'})`));
  for (const one of wanted) if (!named.includes(one)) findings.push(`NOTICE: ${one} is not named`);
  for (const one of named) if (!wanted.has(one)) findings.push(`NOTICE: ${one} is named in vain`);
  return findings;
}
