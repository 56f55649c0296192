/** A measuring program that prints JSON lines with `--json`. */
export interface Bench {
  name: string;
  /** The arguments of a full and of a short run. */
  full: readonly string[];
  short: readonly string[];
  /** The option for an earlier commit. */
  before?: '--before';
  /** The option for a folder with external software; otherwise skipped. */
  needs?: '--lighthouse';
}

/** Every bench, in the order of the table. */
export const benches: readonly Bench[] = [
  {
    name: 'rush',
    full: ['--people', '3000', '--watchers', '1,20,200,500', '--alarms', '--monitors', '400'],
    short: ['--people', '300', '--watchers', '20', '--alarms', '--monitors', '20'],
  },
  { name: 'alarms', full: ['--mails', '30000'], short: ['--mails', '3000', '--states', 'full'] },
  { name: 'delivery', full: ['10000'], short: ['1000'] },
  { name: 'answers', full: ['3000'], short: ['300'] },
  { name: 'backup-answers', full: [], short: ['200', '4'] },
  { name: 'stand-down', full: ['3000'], short: ['200'] },
  { name: 'watchers', full: ['--watchers', '2000'], short: ['--watchers', '100', '--seconds', '5'] },
  { name: 'uninvited', full: ['--attempts', '3000'], short: ['--attempts', '300'] },
  { name: 'launch', full: [], short: ['--people', '1000'], before: '--before' },
  { name: 'duty', full: [], short: ['--people', '2000'] },
  { name: 'search', full: ['100000'], short: ['2000'] },
  { name: 'queries', full: [], short: ['--people', '500'] },
  { name: 'upload', full: ['100000'], short: ['1000'] },
  { name: 'verify-log', full: ['100000'], short: ['2000'] },
  { name: 'reads', full: [], short: ['--seconds', '1', '--rounds', '1'], before: '--before' },
  { name: 'history', full: [], short: ['--events', '4', '--recipients', '500', '--rounds', '5'] },
  { name: 'recover', full: [], short: ['--mails', '1000', '--rounds', '1'] },
  { name: 'hung', full: [], short: ['--people', '1500', '--rounds', '1'] },
  { name: 'idle', full: [], short: ['--settle', '10', '--seconds', '5'] },
  {
    name: 'small',
    full: [],
    short: ['--settle', '10', '--seconds', '5', '--mails', '1000', '--people', '300', '--watchers', '20'],
  },
  { name: 'memory', full: [], short: ['--seconds', '3'] },
  { name: 'first-screen', full: [], short: ['--runs', '1'], before: '--before' },
  { name: 'lighthouse', full: [], short: ['--runs', '1'], before: '--before', needs: '--lighthouse' },
  { name: 'soak', full: ['--minutes', '10'], short: ['--minutes', '1', '--people', '100'] },
];
