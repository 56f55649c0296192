import { type FakeAnswer, type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** A post as stored by the service. */
export interface AyrsharePost {
  id: string;
  key: string;
  /** The text by network. */
  texts: Record<string, string>;
  body: Record<string, unknown>;
}

/** A fake service with the Ayrshare API. */
export interface Ayrshare extends HttpFake {
  posts: AyrsharePost[];
  /** Networks that reject everything. */
  refusing: Set<string>;
}

/** Key of the account. */
export const ayrshareKey = 'AYR0-GEHE-IMER-KEY1';

const networks = ['bluesky', 'facebook', 'linkedin', 'twitter'];
const limits: Record<string, number> = { bluesky: 300, twitter: 280 };

/** Starts a service as www.ayrshare.com/docs describes it: networks that take a post or not, keys, history, account. */
export async function startAyrshare(): Promise<Ayrshare> {
  const posts: AyrsharePost[] = [];
  const refusing = new Set<string>();
  const fake = await startHttpFake((request) => answer({ posts, refusing }, request));
  return Object.assign(fake, { posts, refusing });
}

type State = Pick<Ayrshare, 'posts' | 'refusing'>;

const wrong = (status: number, code: number, message: string, action = 'post'): FakeAnswer => ({
  status,
  body: { action, status: 'error', code, message },
});

function answer(state: State, request: FakeRequest): FakeAnswer {
  const { method, path, headers } = request;
  if (headers.authorization !== `Bearer ${ayrshareKey}`) return wrong(403, 102, 'API Key not valid.', 'authorization');
  if (method === 'GET' && path === '/api/user') return { body: account };
  if (method === 'POST' && path === '/api/post') return take(state, request);
  const post = state.posts.find(({ id }) => path === `/api/post/${id}`);
  return post
    ? {
        body: {
          id: post.id,
          status: 'success',
          type: 'now',
          postIds: Object.keys(post.texts).map((name) => on(post, name)),
        },
      }
    : wrong(404, 221, 'Post not found.');
}

const account = {
  title: 'Klinikum Nord',
  plan: 'business',
  email: 'presse@klinikum.example',
  activeSocialAccounts: networks,
  displayNames: [
    { platform: 'bluesky', displayName: 'Klinikum Nord', id: 'did:plc:1', username: 'klinikum.example' },
    { platform: 'facebook', displayName: 'Klinikum', id: '1', profileUrl: 'https://www.facebook.com/klinikum' },
  ],
};

function take({ posts, refusing }: State, { json }: FakeRequest): FakeAnswer {
  const { post, platforms, idempotencyKey } = json as {
    post: string | Record<string, string>;
    platforms: string[];
    idempotencyKey?: string;
  };
  if (!post || !Array.isArray(platforms)) return wrong(400, 101, 'Missing or incorrect parameters.');
  if (posts.some(({ key }) => key === idempotencyKey)) return wrong(400, 137, 'Duplicate idempotency key.');
  const textFor = (name: string) => (typeof post === 'string' ? post : (post[name] ?? post['default'] ?? ''));
  const takes = (name: string) => {
    const threaded = (json[`${name}Options`] as { thread?: boolean } | undefined)?.thread === true;
    return (
      networks.includes(name) &&
      !refusing.has(name) &&
      (threaded || lengthOn(name, textFor(name)) <= (limits[name] ?? 3000))
    );
  };
  const errors = platforms
    .filter((name) => !takes(name))
    .map((platform) => ({ action: 'post', status: 'error', code: 110, message: 'Status is a duplicate.', platform }));
  const taken: AyrsharePost = {
    id: `post${posts.length + 1}`,
    key: idempotencyKey ?? '',
    texts: Object.fromEntries(platforms.filter(takes).map((name) => [name, textFor(name)])),
    body: json,
  };
  const postIds = Object.keys(taken.texts).map((name) => on(taken, name));
  if (postIds.length) posts.push(taken);
  return {
    status: errors.length ? 400 : 200,
    body: { status: errors.length ? 'error' : 'success', errors, postIds, id: taken.id },
  };
}

/** X counts characters outside the basic alphabets twice. */
const lengthOn = (name: string, text: string): number =>
  [...text].length + (name === 'twitter' ? [...text].filter((sign) => sign.codePointAt(0)! > 0xffff).length : 0);

const on = ({ id }: AyrsharePost, platform: string) => ({
  status: 'success',
  id: `${platform}-${id}`,
  platform,
  postUrl: `https://${platform}.example/klinikum/${id}`,
});
