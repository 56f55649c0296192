/** What package-lock.json says about a package. */
export interface Locked {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
}

/** Package-lock.json as far as it is looked at. */
export interface Lock {
  packages: Record<string, Locked>;
}

// what may be passed on with nothing but its own text beside it
const permissive = new Set(
  ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'Zlib'].map(
    (name) => name.toLowerCase(),
  ),
);
// says it in its README only
const unsaid: Readonly<Record<string, string>> = { 'png-js': 'MIT' };

/** The packages that are installed with the program, by name and version, each once. */
export function shipped({ packages }: Lock): { name: string; version: string; license: string }[] {
  const found = new Map<string, { name: string; version: string; license: string }>();
  for (const [where, { dev, version = '', license }] of Object.entries(packages)) {
    if (where === '' || dev) continue;
    const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(`${name}@${version}`, { name, version, license: license ?? unsaid[name] ?? '' });
  }
  return [...found.values()];
}

/** Whether one of the licences offered asks for nothing but to be passed on with the package. */
function isPermissive(license: string): boolean {
  const all = (terms: string) => terms.split(/ AND /i).every((term) => permissive.has(term.trim().toLowerCase()));
  return license.replace(/[()]/g, '').split(/ OR /i).some(all);
}

/**
 * What is wrong with package-lock.json: a package whose content nothing vouches for, one that comes from a host instead of the
 * registry at hand, one that is shipped with a licence that asks for more and that NOTICE does not name, and one that it names in vain.
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
