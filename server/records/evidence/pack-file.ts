import { createPublicKey, hash } from 'node:crypto';
import { byteOrderMark, csvLine } from '#server/platform/csv.ts';
import { publicKeyOf, signedText } from '#server/platform/seals/seal.ts';
import { textIn } from '#shared/label.ts';
import type { Evidence, PlanTest } from './evidence.ts';
import type { Responsible } from './responsible.ts';
import { packColumns, packFigures, packWords } from './words.ts';

type Figures = Partial<Record<(typeof packFigures)[number], number | null>>;

interface Line {
  part: string;
  name?: string | null;
  detail?: string;
  at?: Date | null;
  by?: string | null;
  figures?: Figures;
}

/** Who made a pack, with the key of the installation. */
interface Maker {
  name: string;
  language: string;
  seed: Buffer;
}

/** A signed file, with the parts of its seal that are printed. */
export interface SealedPack {
  content: string;
  /** SHA-256 of all bytes before the seal, as hexadecimal digits. */
  hash: string;
  /** Ed25519, as base64. */
  signature: string;
}

/**
 * Returns the evidence as a CSV with a signed seal in the last line. See docs/evidence.md and docs/verify-evidence.mjs.
 */
export function packFile(evidence: Evidence, maker: Maker): SealedPack {
  const words = textIn(packWords, maker.language);
  const heading = [
    ...packColumns.map((name) => words.columns[name]),
    ...packFigures.map((name) => words.figures[name]),
  ];
  const lines = linesOf(evidence, maker);
  const body = byteOrderMark + csvLine(heading) + lines.map((line) => csvLine(cellsOf(line))).join('');
  const statement = {
    plan: `event type ${evidence.eventType.id}`,
    at: evidence.asOf.toISOString(),
    lines: lines.length,
    file: hash('sha256', body),
  };
  const { plan, at, lines: count, file } = statement;
  const signature = signedText(maker.seed, `meldekette evidence 1\n${plan}\n${at}\n${count}\n${file}\n`);
  const key = createPublicKey(publicKeyOf(maker.seed)).export({ type: 'spki', format: 'der' });
  const seal = { format: 1, ...statement, key: key.toString('base64'), signature: signature.toString('base64') };
  const content = body + csvLine(cellsOf({ part: 'seal', name: JSON.stringify(seal) }));
  return { content, hash: file, signature: seal.signature };
}

const cellsOf = ({ part, name, detail = '', at, by, figures = {} }: Line): string[] => [
  part,
  name ?? '',
  detail,
  at?.toISOString() ?? '',
  by ?? '',
  ...packFigures.map((figure) => String(figures[figure] ?? '')),
];

const details = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}=${value}`))
    .join(', ');

function linesOf(evidence: Evidence, maker: Maker): Line[] {
  const { eventType, asOf, timeZone, intervalDays, lastTestAt, tests } = evidence;
  const settings = details({ timeZone, intervalDays, people: evidence.people, drilled: evidence.drilled });
  return [
    { part: 'plan', name: eventType.name, detail: settings, at: asOf, by: maker.name },
    { part: 'last-test', at: lastTestAt },
    ...planLines(evidence),
    ...tests.flatMap(testLines),
    totalLine(tests),
    ...evidence.revisions.map(({ kind, name, at, by, action }) => ({
      part: 'revision',
      ...{ name, at, by, detail: details({ kind, action: action ?? 'not recorded' }) },
    })),
    ...Object.entries(evidence.leavers).map(([reason, count]) => ({
      part: 'leavers',
      name: reason,
      detail: `${count}`,
    })),
    ...(evidence.persons ?? []).map(({ name, groups, leaver, drilledIn }) => ({
      part: 'person',
      ...{
        name,
        detail: details({ groups, leaver, reachedInDrill: evidence.hidesPersons ? null : (drilledIn ?? 'no') }),
      },
    })),
    ...evidence.findings.map(({ key, name, count }) => ({
      part: 'finding',
      ...{ name: key, detail: details({ for: name, count: count || null }) },
    })),
  ];
}

const responsibleLine = (part: string, { name, hasLeft }: Responsible): Line => ({
  part,
  ...{ name, detail: hasLeft ? 'left' : 'present' },
});

const planLines = ({ responsible, deputy, texts, lists, functions, channels, steps, checklist }: Evidence): Line[] => [
  ...(responsible ? [responsibleLine('responsible', responsible)] : []),
  ...(deputy ? [responsibleLine('deputy', deputy)] : []),
  ...texts.map(({ name, content }) => ({ part: 'text', name, detail: content })),
  ...lists.map((name) => ({ part: 'list', name })),
  ...functions.map(({ list, group, needed, onDuty, members, usable }) => ({
    part: 'function',
    ...{ name: group, detail: details({ list, needed: needed ?? 'everyone', onDuty, members, usable }) },
  })),
  ...channels.map(({ name, type, trouble, lastSuccessAt }) => ({
    part: 'channel',
    ...{ name, detail: details({ type, trouble }), at: lastSuccessAt },
  })),
  ...(steps ? [{ part: 'steps', detail: details(steps) }] : []),
  ...checklist.map(({ name, who, minutes }) => ({
    part: 'task',
    name,
    detail: details({ who: who || null, minutes }),
  })),
];

const testLines = ({
  eventId: event,
  reportId: report,
  name,
  mode,
  isUnannounced,
  at,
  figures,
  groups,
}: PlanTest): Line[] => [
  {
    part: 'test',
    ...{ name, at, figures: figures ?? {} },
    detail: details({ event, report, mode, unannounced: isUnannounced, withheld: figures === null }),
  },
  ...(groups ?? []).map(({ group, people: asked, ...rest }) => ({
    part: 'test-group',
    ...{ name: group, detail: details({ report }), figures: { asked, ...rest } },
  })),
];

/** Sums all tests, so that a missing line is noticed. */
function totalLine(tests: readonly PlanTest[]): Line {
  const sum = (name: (typeof packFigures)[number]) =>
    tests.reduce((total, { figures }) => total + (figures?.[name] ?? 0), 0);
  const figures = Object.fromEntries(packFigures.map((name) => [name, sum(name)]));
  return { part: 'total', detail: details({ tests: tests.length }), figures };
}
