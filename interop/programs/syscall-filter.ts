import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const analyze = '/usr/bin/systemd-analyze';

/** Returns the system calls of each group that systemd knows, by the name of the group. */
function systemGroups(): Map<string, string[]> {
  const text = execFileSync(analyze, ['syscall-filter', '--no-pager'], { encoding: 'utf8' });
  const blocks = text.split(/^(?=@)/m).filter((block) => block.startsWith('@'));
  return new Map(
    blocks.map((block) => {
      const [name = '', ...lines] = block.split('\n');
      return [name.trim(), lines.map((line) => line.trim()).filter((line) => /^[@\w]/.test(line))];
    }),
  );
}

/** Returns the filter of system calls in a unit as a profile for a container runtime. */
export function seccompProfile(unit: string): object {
  const groups = systemGroups();
  const callsOf = (name: string): string[] => (name.startsWith('@') ? groups.get(name)!.flatMap(callsOf) : [name]);
  const allowed = new Set<string>();
  for (const [, removes, names] of readFileSync(unit, 'utf8').matchAll(/^SystemCallFilter=(~?)(.+)$/gm)) {
    for (const call of names!.split(' ').flatMap(callsOf)) {
      if (removes) allowed.delete(call);
      else allowed.add(call);
    }
  }
  return {
    defaultAction: 'SCMP_ACT_ERRNO',
    defaultErrnoRet: 1,
    architectures: ['SCMP_ARCH_X86_64'],
    syscalls: [{ names: [...allowed].sort(), action: 'SCMP_ACT_ALLOW' }],
  };
}
