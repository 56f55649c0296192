import { request } from 'node:https';

interface HouseAnswer {
  status: number;
  location: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: trials read arbitrary shapes
  body: any;
}

/** An installation behind TLS, as its users see it. */
export interface House {
  get(path: string): Promise<HouseAnswer>;
  post(path: string, body: unknown): Promise<HouseAnswer>;
  /** Signs in; later requests carry the session. */
  signIn(email: string, password: string): Promise<void>;
  /** Returns the data of a GraphQL request; throws its first error. */
  // biome-ignore lint/suspicious/noExplicitAny: trials read arbitrary shapes
  run(query: string, variables?: unknown): Promise<any>;
}

/** `address`: where its name leads; `ca`: the PEM of the authority that issued its certificate. */
export function openHouse(publicUrl: string, address: string, ca: string): House {
  let token: string | null = null;
  const ask = (method: string, path: string, body?: unknown) =>
    new Promise<HouseAnswer>((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      };
      // the name stays in the request, so that the certificate is checked for it
      const lookup = (_name: string, options: { all?: boolean }, done: (...args: unknown[]) => void) =>
        options.all ? done(null, [{ address, family: 4 }]) : done(null, address, 4);
      const asked = request(new URL(path, publicUrl), {
        method,
        headers,
        ca,
        lookup: lookup as never,
        timeout: 60_000,
      });
      asked.on('timeout', () => asked.destroy(new Error(`no answer at ${path}`)));
      asked.on('error', reject);
      asked.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const answer = Buffer.concat(chunks).toString();
          const isJson = response.headers['content-type']?.includes('json');
          const parsed = isJson ? JSON.parse(answer) : answer;
          resolve({ status: response.statusCode ?? 0, location: response.headers.location, body: parsed });
        });
      });
      asked.end(text);
    });
  const post = (path: string, body: unknown) => ask('POST', path, body);
  return {
    get: (path) => ask('GET', path),
    post,
    async signIn(email, password) {
      const { status, body } = await post('/api/auth', { email, password });
      if (!body.token) throw new Error(`${status}: ${JSON.stringify(body)}`);
      token = body.token;
    },
    async run(query, variables) {
      const { status, body } = await post('/api/graphql', { query, variables });
      if (status !== 200 || body.errors) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return body.data;
    },
  };
}
