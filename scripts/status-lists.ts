import { messageStatuses, recipientStatuses } from '#shared/delivery-states.ts';
import type { SourceFile } from './source-files.ts';

/** Files that may list states, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'shared/delivery-states.ts': 'defines the sets',
  'server/channels/http/told.ts': 'the results that a provider may report',
  'server/records/situation-reports/rows.ts': 'states of a situation report',
  'server/records/situation-reports/steps.ts': 'states of a situation report',
  'server/records/situation-reports/waiting.ts': 'states of a situation report',
  'web/situation-reports/status.ts': 'states of a situation report',
  'web/administration/webhooks/DeliveriesDialog.tsx': 'states of a webhook delivery',
  'web/messages/ResultCounts.tsx': 'pairs of a count and its label',
  'bench/stand-down.ts': 'the states that a recipient passes through, in order',
  'server/alerting/delivery/distance.ts': 'the order of receipts, as an array of SQL',
  'faults/history.ts': 'repeats the allowed transitions, to check the program against them',
};

const isStatus = new Set<string>([...recipientStatuses, ...messageStatuses]);
const list = /(?:\bin \(|\[)\s*('\w+'(?:,\s*'\w+')+),?\s*[)\]]/g;
const comparisons = /([\w.]+) (===|!==) '(\w+)' (?:\|\||&&) \1 \2 '(\w+)'/g;

const isTest = (path: string) => path.endsWith('.test.ts') || /^(?:testing|e2e)\//.test(path);

/** Returns a finding for each list of states outside `shared/delivery-states.ts`; tests may spell out what they expect. */
export function statusListFindings(files: readonly SourceFile[]): string[] {
  const found = files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, text }) => listsIn(text).map((one) => ({ path, ...one })));
  const paths = new Set(found.map(({ path }) => path));
  return [
    ...found
      .filter(({ path }) => !(path in allowed))
      .map(
        ({ path, line, names }) =>
          `${path}:${line} lists states (${names.join(', ')}): use a set of shared/delivery-states.ts`,
      ),
    ...Object.keys(allowed)
      .filter((path) => files.some((file) => file.path === path) && !paths.has(path))
      .map((path) => `scripts/status-lists.ts allows ${path}, which lists no states`),
  ];
}

function listsIn(text: string): { line: number; names: string[] }[] {
  const lists = [...text.matchAll(list)].map(({ index, 1: names = '' }) => ({
    index,
    names: [...names.matchAll(/\w+/g)].map(String),
  }));
  const compared = [...text.matchAll(comparisons)].map(({ index, 3: first = '', 4: second = '' }) => ({
    index,
    names: [first, second],
  }));
  return [...lists, ...compared]
    .filter(({ names }) => new Set(names).size === names.length && names.every((name) => isStatus.has(name)))
    .map(({ index, names }) => ({ line: text.slice(0, index).split('\n').length, names }));
}
