import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '#server/program/openapi/document.ts';
import type { TestServer } from './server.ts';

interface DescribedResponse {
  $ref?: string;
  content?: Record<string, unknown>;
}

interface DescribedOperation {
  responses: Record<string, DescribedResponse>;
}

/** A request of an operation. */
export interface DescribedCall {
  /** Values in the path. */
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean>;
  token?: string | null;
  /** Sent as JSON unless it is a form or bytes. */
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
}

/** A response that fits its description. */
export interface DescribedAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  body: any;
}

const pointer = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

/** Calls OpenAPI operations and compares responses with their descriptions. */
export function describedApi(server: () => Pick<TestServer, 'url'>) {
  const document = JSON.parse(JSON.stringify(openApiDocument())) as {
    paths: Record<string, Record<string, DescribedOperation>>;
    components: { responses: Record<string, DescribedResponse> };
  };
  const ajv = new Ajv2020({ strict: false });
  // a CommonJS default export
  (addFormats as unknown as { default: (to: Ajv2020) => void }).default(ajv);
  ajv.addSchema(document, 'openapi');
  const seen = new Map<string, Set<number>>();
  let networks = 0;

  const describe = (route: string, status: number) => {
    const [method = '', path = ''] = route.split(' ');
    const template = path.replace(/:(\w+)/g, '{$1}');
    const operation = document.paths[template]?.[method.toLowerCase()];
    assert.ok(operation, `${route} is not described`);
    const response = operation.responses[status];
    assert.ok(response, `${route} answers ${status}, which is not described`);
    const name = response.$ref?.split('/').at(-1);
    if (name) return { ...document.components.responses[name]!, at: `/components/responses/${name}` };
    return { ...response, at: `/paths/${pointer(template)}/${method.toLowerCase()}/responses/${status}` };
  };

  /** Compares a response with the description of its operation. */
  const check = (route: string, response: Response, bytes: Buffer): DescribedAnswer => {
    const { status, headers } = response;
    const { content = {}, at } = describe(route, status);
    const text = bytes.toString('utf8');
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const fits = Object.keys(content).find(
      (one) => one === type || (one.endsWith('*') && type.startsWith(one.slice(0, -1).replace('*/', ''))),
    );
    if (Object.keys(content).length === 0) assert.equal(text, '', `${route} ${status} has a body`);
    else assert.ok(fits, `${route} answers ${status} as ${type || 'nothing'}: ${text.slice(0, 200)}`);
    const body = /^application\/(.+\+)?json$/.test(type) && text ? JSON.parse(text) : null;
    if (fits) {
      const validate = ajv.getSchema(`openapi#${at}/content/${pointer(fits)}/schema`);
      assert.ok(validate, `${route} ${status} has no schema`);
      const value = body ?? text;
      assert.ok(validate(value), `${route} ${status}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`);
    }
    seen.set(route, (seen.get(route) ?? new Set()).add(status));
    return { status, headers, text, body };
  };

  const call = async (
    route: string,
    { path = {}, query = {}, token, body, headers = {}, method }: DescribedCall = {},
  ) => {
    const [verb = '', template = ''] = route.split(' ');
    const filled = template.replace(/:(\w+)/g, (_all, name: string) => encodeURIComponent(String(path[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const isPlain = body instanceof URLSearchParams || body instanceof Uint8Array;
    const given = body === undefined ? {} : { body: isPlain ? (body as BodyInit) : JSON.stringify(body) };
    const response = await fetch(`${server().url}${filled}${search.size ? `?${search}` : ''}`, {
      method: method ?? verb,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': `10.7.${networks >> 8}.${networks++ & 255}`,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isPlain ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...given,
    });
    return check(route, response, Buffer.from(await response.arrayBuffer()));
  };
  return { document, seen, call, check };
}
