import { createPrivateKey, type KeyObject } from 'node:crypto';

const leastBits = 1024;

/**
 * A private RSA key for DKIM as it was pasted: PEM with or without its line breaks (a form's field takes them out), or only
 * what stands between the PEM's lines. Answers it as PEM; null when it is no such key.
 */
export function dkimKey(pasted: string): string | null {
  const body = pasted.replace(/-----[^-]*-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z\d+/]+={0,2}$/.test(body)) return null;
  const der = Buffer.from(body, 'base64');
  const key = opened(der, 'pkcs8') ?? opened(der, 'pkcs1');
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < leastBits) return null;
  return key.export({ format: 'pem', type: 'pkcs8' }) as string;
}

function opened(key: Buffer, type: 'pkcs8' | 'pkcs1'): KeyObject | null {
  try {
    return createPrivateKey({ key, format: 'der', type });
  } catch {
    return null;
  }
}
