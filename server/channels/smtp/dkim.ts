import { createPrivateKey, type KeyObject } from 'node:crypto';

const leastBits = 1024;

/** Parses a private RSA key for DKIM: PEM, or its Base64. Returns PEM; null if invalid. */
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
