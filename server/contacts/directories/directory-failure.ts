import { ResultCodeError } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';

// RFC 4511, appendix A
const byResult: Readonly<Record<number, RefusalKey>> = {
  1: 'error_directory_access', // Active Directory: a search before signing in
  3: 'error_directory_limit',
  4: 'error_directory_limit',
  8: 'error_directory_access',
  10: 'error_directory_referral',
  11: 'error_directory_limit',
  13: 'error_directory_access',
  32: 'error_directory_base',
  34: 'error_directory_base',
  48: 'error_directory_password',
  49: 'error_directory_password',
  50: 'error_directory_access',
};

const byCode: Readonly<Record<string, RefusalKey>> = {
  CERT_HAS_EXPIRED: 'error_directory_expired',
  CERT_NOT_YET_VALID: 'error_directory_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'error_directory_host_name',
  ETIMEDOUT: 'error_directory_timeout',
  ECONNREFUSED: 'error_directory_unreachable',
  EHOSTUNREACH: 'error_directory_unreachable',
  ENETUNREACH: 'error_directory_unreachable',
  ENOTFOUND: 'error_directory_unreachable',
  EAI_AGAIN: 'error_directory_unreachable',
  ECONNRESET: 'error_directory_cut',
  EPIPE: 'error_directory_cut',
  EPROTO: 'error_directory_tls',
};

const ofCertificate = [
  'DEPTH_ZERO_',
  'SELF_SIGNED_',
  'UNABLE_TO_',
  'CERT_',
  'CRL_',
  'INVALID_',
  'PATH_LENGTH',
  'ERR_TLS_',
];

/** Returns the refusal for a connection's error, whose text may be personal. */
export function refusalOfDirectory(error: unknown): Refusal {
  return error instanceof Refusal ? error : new Refusal(keyOf(error));
}

function keyOf(error: unknown): RefusalKey {
  if (error instanceof ResultCodeError) return byResult[error.code] ?? 'error_directory_failed';
  const { code, message = '' } = error as { code?: unknown; message?: string };
  const name = typeof code === 'string' ? code : '';
  const known = byCode[name];
  if (known) return known;
  if (ofCertificate.some((start) => name.startsWith(start))) return 'error_directory_certificate';
  if (name.startsWith('ERR_SSL')) return 'error_directory_tls';
  if (message === 'Connection timeout' || message.endsWith('Operation timed out')) return 'error_directory_timeout';
  const isCut = ['Socket error.', 'Socket connection not', 'Connection closed before'].some((start) =>
    message.startsWith(start),
  );
  return isCut ? 'error_directory_cut' : 'error_directory_failed';
}
