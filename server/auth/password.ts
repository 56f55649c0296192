import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hash = promisify(argon2);
const parameters = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** The Argon2id hash of a password as a PHC string (OWASP's minimum parameters). */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await hash('argon2id', { message: Buffer.from(password), nonce, ...parameters });
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=1$${plain(nonce)}$${plain(tag)}`;
}

/** Whether the password belongs to the PHC string; false for a string of another kind. */
export async function verifyPassword(phc: string, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc);
  if (!parts) return false;
  const expected = Buffer.from(parts[5]!, 'base64');
  const tag = await hash('argon2id', {
    message: Buffer.from(password),
    nonce: Buffer.from(parts[4]!, 'base64'),
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}
