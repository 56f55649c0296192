import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { createLimiter } from '#server/platform/limiter.ts';

const argon = promisify(argon2);

/** The cost of a hash; `memory` in KiB. */
export interface HashCost {
  memory: number;
  passes: number;
}

/** OWASP's minimum for Argon2id. */
export const usualCost: HashCost = { memory: 19_456, passes: 2 };

let cost = usualCost;

/** Sets the cost of hashes for tests; returns the previous one. */
export function setHashCost(to: HashCost): HashCost {
  const before = cost;
  cost = to;
  return before;
}

const prefix = () => `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$`;

/**
 * Runs password work one at a time: hashing takes a core for 50 ms and 19 MB. There is one core more than web
 * processes, so a flood of sign-ins can't take the whole machine.
 */
export const limitPasswordWork = createLimiter(1, 500);

/** Returns the Argon2id hash of a password as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const parameters = { ...cost, parallelism: 1, tagLength: 32 };
  const tag = await limitPasswordWork(() =>
    argon('argon2id', { message: Buffer.from(password), nonce, ...parameters }),
  );
  const plain = (bytes: Buffer) => bytes.toString('base64').replace(/(?<!=)=+$/, '');
  return `${prefix()}${plain(nonce)}$${plain(tag)}`;
}

/** Verifies a password by its PHC string; takes as long for null. */
export const verifyPassword = (phc: string | null, password: string): Promise<boolean> =>
  limitPasswordWork(() => isPassword(phc, password));

/** The same, for callers inside `limitPasswordWork`. */
export async function isPassword(phc: string | null, password: string): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(phc ?? dummy());
  if (!parts) return false;
  const expected = Buffer.from(parts[5]!, 'base64');
  const tag = await argon('argon2id', {
    message: Buffer.from(password),
    nonce: Buffer.from(parts[4]!, 'base64'),
    memory: Number(parts[1]),
    passes: Number(parts[2]),
    parallelism: Number(parts[3]),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected) && phc !== null;
}

const dummy = () => `${prefix()}${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Returns whether a hash has outdated parameters. */
export const isOutdatedHash = (phc: string): boolean => !phc.startsWith(prefix());
