import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { Refusal } from '#server/errors.ts';
import { numberOf } from '#server/graphql/ids.ts';
import { downloadContext, sendFile } from '#server/http/download.ts';
import { answerErrorsAsJson } from '#server/http/plain-errors.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { peopleCsv } from './people-csv.ts';
import { peopleVcards } from './people-vcard.ts';
import { type Source, selectPeople } from './select.ts';

const names: ByLanguage<{ group: string; list: string; all: string }> = {
  de: { group: 'gruppe', list: 'verteiler', all: 'personen' },
  en: { group: 'group', list: 'mailing-list', all: 'people' },
};

/**
 * Mounts GET /api/v2/people.csv, /api/v2/groups/{n}/people.csv and /api/v2/mailing_lists/{n}/people.csv, and the same
 * with .vcf: whoever may see the lists may take them along.
 */
export function mountPeopleExport(fastify: FastifyInstance, app: App): void {
  answerErrorsAsJson(fastify, app);
  type Numbered = { Params: { n: string } };
  for (const format of ['csv', 'vcf'] as const) {
    const send = async (request: FastifyRequest, reply: FastifyReply, source: Source) => {
      const ctx = await downloadContext(app, request);
      const ids = await selectPeople(ctx, source);
      const name = fileName(source, ctx.viewer.language);
      return sendFile(reply, `${name}.${format}`, format === 'csv' ? peopleCsv(ctx, ids) : peopleVcards(ctx, ids));
    };
    fastify.get<{ Querystring: Partial<Record<Flag, string>> }>(`/api/v2/people.${format}`, async (request, reply) => {
      const flags = { isActive: flagOf(request.query, 'isActive'), isCrisis: flagOf(request.query, 'isCrisis') };
      return send(request, reply, flags);
    });
    fastify.get<Numbered>(`/api/v2/groups/:n/people.${format}`, async (request, reply) =>
      send(request, reply, { group: numberOf('groups', request.params.n) }),
    );
    fastify.get<Numbered>(`/api/v2/mailing_lists/:n/people.${format}`, async (request, reply) =>
      send(request, reply, { list: numberOf('mailing_lists', request.params.n) }),
    );
  }
}

function fileName(source: Source, language: string): string {
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
