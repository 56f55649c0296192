import type { FastifyInstance } from 'fastify';
import { numberOf } from '#server/api/graphql/ids.ts';
import { type Download, mountDownload } from '#server/api/http/download.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sheetFile, sheetFormats } from '#server/platform/sheets/sheet.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { peopleSheet } from './people-sheet.ts';
import { peopleVcards } from './people-vcard.ts';
import { type ExportSelection, selectPeople } from './select.ts';

const names: ByLanguage<{ group: string; list: string; all: string }> = {
  de: { group: 'gruppe', list: 'verteiler', all: 'personen' },
  en: { group: 'group', list: 'mailing-list', all: 'people' },
};

/** Mounts the people of all, of groups and of mailing lists as .csv, .xlsx and .vcf. */
export function mountPeopleExport(fastify: FastifyInstance, app: App): void {
  type Numbered = { Params: { n: string } };
  type Flagged = { Querystring: Partial<Record<Flag, string>> };
  for (const format of [...sheetFormats, 'vcf'] as const) {
    const take = async (ctx: SignedIn, source: ExportSelection): Promise<Download> => {
      const ids = await selectPeople(ctx, source);
      const name = fileName(source, ctx.viewer.language);
      const file =
        format === 'vcf'
          ? { name: `${name}.vcf`, content: peopleVcards(ctx, ids) }
          : sheetFile(await peopleSheet(ctx, name, ids), format);
      return { ...file, hasContacts: true };
    };
    mountDownload<Flagged>(fastify, app, `/api/v2/people.${format}`, async (ctx, { query }) =>
      take(ctx, { isActive: flagOf(query, 'isActive'), isCrisis: flagOf(query, 'isCrisis') }),
    );
    mountDownload<Numbered>(fastify, app, `/api/v2/groups/:n/people.${format}`, async (ctx, { params }) =>
      take(ctx, { group: numberOf('groups', params.n) }),
    );
    mountDownload<Numbered>(fastify, app, `/api/v2/mailing_lists/:n/people.${format}`, async (ctx, { params }) =>
      take(ctx, { list: numberOf('mailing_lists', params.n) }),
    );
  }
}

function fileName(source: ExportSelection, language: string): string {
  const own = textIn(names, language);
  if ('group' in source) return `${own.group}-${source.group}`;
  return 'list' in source ? `${own.list}-${source.list}` : own.all;
}

type Flag = 'isActive' | 'isCrisis';

function flagOf(query: Partial<Record<Flag, string>>, name: Flag): boolean | null {
  const text = query[name];
  if (text === undefined) return null;
  const flag = new Map([
    ['true', true],
    ['false', false],
  ]).get(text);
  if (flag === undefined) throw new Refusal('error_invalid_input', { [name]: 'error_invalid_input' });
  return flag;
}
