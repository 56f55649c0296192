import http from 'node:http';

/** Requests an address or posts a form; status 0 is a broken connection. */
export type FetchText = (target: string, body?: string) => Promise<{ status: number; text: string }>;

export function generator(atOnce: number): FetchText {
  const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
  return (target, body) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    return new Promise((resolve) => {
      const request = http.request(
        target,
        { agent, method: body === undefined ? 'GET' : 'POST', headers },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece) => {
            text += piece;
          });
          answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
        },
      );
      request.on('error', () => resolve({ status: 0, text: '' }));
      request.end(body);
    });
  };
}

/** Runs work for each entry with limited concurrency; returns seconds. */
export async function each<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<number> {
  const rest = all.values();
  const begun = performance.now();
  const lane = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (performance.now() - begun) / 1000;
}
