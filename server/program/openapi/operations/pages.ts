import { html, type JsonSchema, type Operation, type Operations, string } from '../describe.ts';

const tag = 'Pages behind links';
const publicTag = 'Public pages';

const token = { token: string };
const form = (properties: Readonly<Record<string, JsonSchema>>) => ({
  'application/x-www-form-urlencoded': { type: 'object', properties },
});
const page = { description: 'The page.', content: html };
const refusedForm = { description: 'The page, with the reason why the form was refused.', content: html };
const language = { lang: { schema: string, description: 'The language of the page, such as de or en.' } };

const linked = (summary: string, rest: Pick<Operation, 'answers'> & Partial<Operation>): Operation => ({
  ...{ tag, summary, access: 'link', path: token, query: language, isPage: true },
  ...rest,
});

const published = (summary: string, type: string, rest: Partial<Operation> = {}): Operation => ({
  ...{ tag: publicTag, summary, access: 'public', isPage: true },
  query: language,
  answers: {
    200: { description: 'The content.', content: { [type]: string } },
    304: { description: 'The copy of the client is current (If-None-Match).' },
  },
  ...rest,
});

const atom = 'application/atom+xml';
const rss = 'application/rss+xml';

/** Pages behind a personal link, and pages and feeds for everyone. */
export const pageOperations: Operations = {
  'GET /a/:token': linked('The question of an alarm', {
    query: { ...language, option: { schema: string, description: 'The option to show first.' } },
    answers: { 200: page },
  }),
  'POST /a/:token': linked('Answer the question of an alarm', {
    body: form({ mark: string, option: string, minutes: string, text: string }),
    answers: { 200: page, 400: refusedForm },
    refusals: [403],
  }),
  'GET /a/:token/news': {
    tag,
    summary: 'Wait until the question changes',
    access: 'link',
    path: token,
    query: { known: { schema: string, description: 'The mark of the state that the page shows.' } },
    answers: {
      200: { description: 'The state is another one.' },
      204: { description: 'Nothing changed within 25 seconds.' },
    },
  },
  'GET /p/:token': linked('The own data of a person', { answers: { 200: page } }),
  'POST /p/:token': linked('Change the own data of a person', {
    body: form({ mark: string, action: string, version: string }),
    answers: { 200: page, 400: refusedForm, 409: refusedForm },
    refusals: [403],
  }),
  'GET /u/:token': linked('The state of a subscription', { answers: { 200: page } }),
  'POST /u/:token': linked('End information by mail, or resume it (RFC 8058)', {
    body: {
      ...form({ 'List-Unsubscribe': string, back: string, mark: string }),
      'multipart/form-data': { type: 'object' },
    },
    answers: { 200: page, 400: refusedForm },
    refusals: [403],
  }),
  'GET /w/:token': linked('A request to confirm that a message arrived', { answers: { 200: page } }),
  'POST /w/:token': linked('Confirm that a message arrived', {
    body: form({ mark: string }),
    answers: { 200: page, 400: refusedForm },
  }),
  'GET /public/:channel': published('Publications of a channel', 'text/html'),
  'GET /public/:channel/atom.xml': published('Publications of a channel as Atom', atom),
  'GET /public/:channel/rss.xml': published('Publications of a channel as RSS', rss),
  'GET /public/:channel/type/:type': published('Publications for a type of events', 'text/html'),
  'GET /public/:channel/type/:type/atom.xml': published('Publications for a type of events as Atom', atom),
  'GET /public/:channel/type/:type/rss.xml': published('Publications for a type of events as RSS', rss),
  'GET /public/:channel/:entry': published('A publication; with `.xml` its warning (CAP 1.2)', 'text/html', {
    path: { entry: { type: 'string', description: 'The id of the publication, with or without `.xml`.' } },
    answers: {
      200: { description: 'The page or warning.', content: { ...html, 'application/cap+xml': string } },
      304: { description: 'The copy of the client is current (If-None-Match).' },
    },
  }),
  'GET /status': published('Publications of the running events', 'text/html'),
  'GET /status/logo/:key': published('A logo on that page', 'image/*', { path: { key: string } }),
};
