import type { Lock } from './lock-findings.ts';

/** A known vulnerability of a package. */
export interface Advisory {
  package: string;
  /** Alternatives after ||, as in `>=5.3.2 <=5.8.4 || =6.0.0`. */
  range: string;
  /** Its number in the GitHub Advisory Database: https://github.com/advisories/… */
  id: string;
  title: string;
}

/** A locked version that stays in spite of an advisory. */
interface Accepted {
  id: string;
  version: string;
  /** The reason why the program isn't affected. */
  reason: string;
}

/** The content of scripts/advisories.json. */
export interface AdvisoryList {
  /** The day of the last comparison. */
  checked: string;
  advisories: Advisory[];
  accepted: Accepted[];
}

const comparison = /^(<=|>=|<|>|=)(\d+)\.(\d+)\.(\d+)$/;

/** Returns vulnerable versions without a reason, unreadable entries, and needless reasons. */
export function advisoryFindings({ packages }: Lock, { advisories, accepted }: AdvisoryList): string[] {
  const findings: string[] = [];
  const used = new Set<Accepted>();
  const locked = Object.entries(packages).map(([where, { version = '' }]) => ({
    name: where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length),
    version,
  }));
  for (const { package: name, range, id, title } of advisories) {
    if (!isRange(range)) {
      findings.push(`scripts/advisories.json: ${id} has an unreadable range: ${range}`);
      continue;
    }
    const affected = locked.filter((one) => one.name === name && isInRange(one.version, range));
    for (const version of new Set(affected.map((one) => one.version))) {
      const reason = accepted.find((one) => one.id === id && one.version === version);
      if (reason?.reason.trim()) used.add(reason);
      else findings.push(`package-lock.json: ${name} ${version} has ${id} (${range}): ${title}`);
    }
  }
  for (const one of accepted)
    if (!used.has(one)) findings.push(`scripts/advisories.json: nothing needs the reason for ${one.id} ${one.version}`);
  return findings;
}

const isRange = (range: string): boolean =>
  range.split(' || ').every((part) => part.split(' ').every((one) => comparison.test(one)));

/** 5.0.0-rc.1 counts as its release. */
function isInRange(version: string, range: string): boolean {
  const numbers = version.split(/[-+]/, 1)[0]!.split('.').map(Number);
  return range.split(' || ').some((part) => part.split(' ').every((one) => holds(numbers, one)));
}

function holds(version: readonly number[], text: string): boolean {
  const [, operator = '', ...bound] = comparison.exec(text)!;
  const difference = bound.map((part, at) => (version[at] ?? 0) - Number(part)).find((one) => one !== 0) ?? 0;
  if (difference === 0) return operator.includes('=');
  return difference < 0 ? operator.startsWith('<') : operator.startsWith('>');
}
