import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** `sub` is the subject, the rest are claims. */
export interface FakeAccount {
  sub: string;
  [claim: string]: unknown;
}

/** A local OpenID Connect provider of another implementation. */
export interface OidcFake {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The person who signs in next, without a prompt. */
  account: FakeAccount;
  tamper: ((claims: JWTPayload) => JWTPayload) | null;
  /** Replaces the key, as providers do from time to time. */
  rotate(): Promise<void>;
  /** Signs ID tokens with an unpublished key. */
  signWithForeignKey(isForeign: boolean): void;
  /** Stops responding until `come`. */
  leave(): void;
  come(): void;
  /** Subjects whose session at the provider was ended externally. */
  signedOut: string[];
  stop(): Promise<void>;
}

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: 'RS256', use: 'sig' };
};

/** Starts a provider with one client below `publicUrl`. */
export async function startOidcFake(publicUrl: string, account: FakeAccount): Promise<OidcFake> {
  let listener: RequestListener = (_request, response) => void response.writeHead(503).end();
  let isAway = false;
  const server = createServer((request, response) => (isAway ? request.socket.destroy() : listener(request, response)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let [key, foreign] = [await newKey(), null as JWK | null];
  const fake: OidcFake = {
    issuer,
    clientId: 'meldekette',
    clientSecret: 'a secret of the tests, longer than thirty-two characters',
    account,
    tamper: null,
    signedOut: [],
    async rotate() {
      key = await newKey();
      open();
    },
    signWithForeignKey(isForeign) {
      foreign = isForeign ? { ...stranger, kid: key.kid! } : null;
    },
    leave() {
      isAway = true;
    },
    come() {
      isAway = false;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  const stranger = await newKey();
  const sign = async (claims: JWTPayload) => {
    const by = foreign ?? key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: by.kid! }).sign(await importJWK(by, 'RS256'));
  };
  const open = () => {
    const provider = new Provider(issuer, configurationOf(fake, publicUrl, key));
    provider.on('end_session.success', () => fake.signedOut.push(fake.account.sub));
    provider.use(async (ctx, next) => {
      await next();
      const body = ctx.body as { id_token?: string } | undefined;
      if (ctx.path !== '/token' || !body?.id_token || !(fake.tamper || foreign)) return;
      const claims = decodeJwt(body.id_token);
      body.id_token = await sign(fake.tamper?.(claims) ?? claims);
    });
    const answer = provider.callback();
    listener = (request, response) =>
      request.url?.startsWith('/interaction/')
        ? void letIn(fake, provider, request, response)
        : void answer(request, response);
  };
  open();
  return fake;
}

function configurationOf(fake: OidcFake, publicUrl: string, key: JWK): Configuration {
  return {
    clients: [
      {
        client_id: fake.clientId,
        client_secret: fake.clientSecret,
        redirect_uris: [`${publicUrl}/api/sso/callback`],
        post_logout_redirect_uris: [`${publicUrl}/`],
      },
    ],
    jwks: { keys: [key as never] },
    cookies: { keys: ['of the tests'] },
    claims: {
      openid: ['sub'],
      profile: ['name', 'given_name', 'family_name', 'groups'],
      email: ['email', 'email_verified'],
    },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        // without a confirmation by the user
        logoutSource: (ctx, form) => {
          ctx.body = `<!doctype html><title>out</title>${form}<script></script><button form="op.logoutForm" name="logout" value="yes">out</button>`;
        },
      },
    },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...fake.account, sub }) }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  };
}

/** Signs in the current account and grants every requested scope. */
async function letIn(fake: OidcFake, provider: Provider, request: IncomingMessage, response: ServerResponse) {
  const { prompt, params, grantId } = await provider.interactionDetails(request, response);
  const accountId = fake.account.sub;
  if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId } });
  const grant =
    (grantId && (await provider.Grant.find(grantId))) ||
    new provider.Grant({ accountId, clientId: String(params['client_id']) });
  grant.addOIDCScope(String(params['scope']));
  return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
}

/** Follows pages like a browser; returns the final redirect. */
export async function followProvider(url: string, backTo: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = url;
  for (let steps = 0; steps < 12; steps++) {
    if (at.startsWith(backTo)) return new URL(at);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: cookie ? { cookie } : {} });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const cut = pair.indexOf('=');
      cookies.set(pair.slice(0, cut), pair.slice(cut + 1));
    }
    const next = response.headers.get('location');
    if (!next) throw new Error(`${response.status} at ${at}: ${await response.text()}`);
    at = new URL(next, at).href;
  }
  throw new Error('the provider leads nowhere');
}
