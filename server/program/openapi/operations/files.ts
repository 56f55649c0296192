import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import type { Role } from '#shared/permissions.ts';
import {
  type Access,
  binary,
  type JsonSchema,
  moment,
  type Operation,
  type Operations,
  string,
  truth,
} from '../describe.ts';

const tag = 'Files';

const formats = {
  csv: ['text/csv', string, 'a CSV file (UTF-8)'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', binary, 'a workbook'],
  pdf: ['application/pdf', binary, 'a PDF'],
  vcf: ['text/vcard', string, 'vCards'],
  md: ['text/markdown', string, 'Markdown'],
} as const;

type Format = keyof typeof formats;

interface Offer {
  title: string;
  access: Access;
  formats: readonly Format[];
  isPersonal?: boolean;
  query?: Operation['query'];
  refusals?: readonly number[];
}

const filter = (schema: JsonSchema, description: string) => ({ schema, description });

/** Returns operations that send a file in each format. */
function offer(path: string, { title, access, isPersonal, formats: offered, query, refusals = [] }: Offer): Operations {
  return Object.fromEntries(
    offered.map((format): [string, Operation] => {
      const [type, schema, name] = formats[format];
      const answers = { 200: { description: 'The file, in the language of the user.', content: { [type]: schema } } };
      const known = [...(query || path.includes(':') ? [400] : []), ...refusals];
      return [
        `GET ${path}.${format}`,
        {
          ...{ tag, summary: `${title} as ${name}`, access, answers, refusals: known },
          ...(isPersonal ? { isPersonal: true as const } : {}),
          ...(query ? { query } : {}),
        },
      ];
    }),
  );
}

const tables = ['csv', 'xlsx'] as const;
const people = ['csv', 'xlsx', 'vcf'] as const;
const administrators: readonly Role[] = ['administrator'];
const readersOfAnswers: readonly Role[] = ['crisis_manager', 'documentation_officer', 'editor'];
const keepersOfLogs: readonly Role[] = ['documentation_officer', 'administrator'];

const peopleFilters = {
  isActive: filter(truth, 'Only active people, or only others.'),
  isCrisis: filter(truth, 'Only people of the crisis team, or only others.'),
};
const period = { from: filter(moment, 'The first moment.'), to: filter(moment, 'The moment after the last.') };
const auditFilters = {
  search: filter(string, 'A text in the entry.'),
  type: filter(string, 'The kind of row.'),
  rowId: filter({ type: 'string', pattern: '^\\d{1,9}$' }, 'The number of the row.'),
  action: filter(string, 'The action, such as create.'),
  by: filter(string, 'The id of the user.'),
  ...period,
};
const securityFilters = {
  search: filter(string, 'A text in the entry.'),
  kind: filter(string, 'The kind of entry.'),
  user: filter(string, 'The id of the user.'),
  network: filter(string, 'The network.'),
  ...period,
};
const rowFilters = {
  search: filter(string, 'A text in the row.'),
  sort: filter(string, 'A field; descending after a minus. Further filters: the switches and references of the list.'),
};

/** Files for signed-in users and API keys. */
export const fileOperations: Operations = {
  ...offer('/api/v2/people', { title: 'People', access: 'signedIn', formats: people, query: peopleFilters }),
  ...offer('/api/v2/groups/:n/people', { title: 'People of a group', access: 'signedIn', formats: people }),
  ...offer('/api/v2/mailing_lists/:n/people', {
    title: 'People of a mailing list',
    access: 'signedIn',
    formats: people,
  }),
  ...offer('/api/v2/crisis_folder', { title: 'The crisis folder', access: ['contact_manager'], formats: ['pdf'] }),
  ...offer('/api/v2/processing_record', {
    title: 'The record of processing activities',
    access: administrators,
    isPersonal: true,
    formats: ['md'],
  }),
  ...offer('/api/v2/works_agreement', {
    title: 'A draft of a works agreement',
    access: administrators,
    isPersonal: true,
    formats: ['md'],
  }),
  ...offer('/api/v2/situation_reports/:n', { title: 'A situation report', access: 'signedIn', formats: ['pdf'] }),
  ...offer('/api/v2/reports/:n/results', {
    title: 'The results of a report',
    access: readersOfAnswers,
    formats: tables,
  }),
  ...offer('/api/v2/reports/:n/roll_call', {
    title: 'A roll call at this moment',
    access: readersOfAnswers,
    formats: tables,
  }),
  ...offer('/api/v2/events/:id/log', {
    title: 'The log of an event',
    access: keepersOfLogs,
    formats: ['csv', 'pdf', 'xlsx'],
    refusals: [409],
  }),
  ...offer('/api/v2/events/:id/after_action', {
    title: 'The after-action review of an event',
    access: 'signedIn',
    formats: ['pdf'],
  }),
  ...offer('/api/v2/events/:id/after_action', {
    title: 'The results of an event',
    access: readersOfAnswers,
    formats: tables,
  }),
  ...offer('/api/v2/event_types/:n/evidence', {
    title: 'The signed evidence of an alarm plan; the PDF contains the CSV file as an attachment',
    access: administrators,
    formats: ['csv', 'pdf'],
  }),
  ...offer('/api/v2/uploads/:n/report', { title: 'The report of an upload', access: administrators, formats: tables }),
  ...offer('/api/v2/audit_entries', {
    title: 'The audit log',
    access: administrators,
    formats: tables,
    query: auditFilters,
  }),
  ...offer('/api/v2/security_entries', {
    title: 'The security log',
    access: administrators,
    formats: tables,
    query: securityFilters,
  }),
  ...offer('/api/v2/alarm_promise', {
    title: 'Synthetic and real alarms of a month',
    access: administrators,
    formats: tables,
    query: { month: filter({ type: 'string', pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' }, 'The month, such as 2026-11.') },
  }),
  ...Object.assign(
    {},
    ...entities.map((entity) =>
      offer(collectionPathOf(entity), {
        title: entity.label.en,
        isPersonal: !keyFeatures.includes(entity.feature),
        access: administrators,
        formats: tables,
        query: rowFilters,
      }),
    ),
  ),
  'GET /api/v2/backups/:n/file': {
    tag,
    summary: 'The encrypted file of a backup',
    access: ['system_owner'],
    isPersonal: true,
    answers: { 200: { description: 'The file.', content: { 'application/octet-stream': binary } } },
    refusals: [400, 409],
  },
  'GET /api/log-key.pem': {
    tag,
    summary: 'The public key of sealed logs',
    access: 'public',
    answers: { 200: { description: 'The key.', content: { 'application/x-pem-file': string } } },
  },
  'GET /files/:key': {
    tag,
    summary: 'A picture or file by its secret address',
    access: 'link',
    path: { key: string },
    answers: {
      200: { description: 'The file, in the media type of its content.', content: { '*/*': binary } },
      304: { description: 'The copy of the client is current (If-None-Match).' },
    },
  },
  'GET /api/roster/:file': {
    tag,
    summary: 'The duty roster of a group as a calendar',
    access: 'link',
    path: { file: { type: 'string', description: 'The secret of the calendar and `.ics`.' } },
    answers: {
      200: { description: 'The calendar.', content: { 'text/calendar': string } },
      304: { description: 'The copy of the client is current (If-None-Match).' },
    },
  },
};
