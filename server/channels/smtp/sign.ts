import { createPrivateKey } from 'node:crypto';
import RelaxedBody from 'nodemailer/lib/dkim/relaxed-body';
import signHead from 'nodemailer/lib/dkim/sign';
import type { Signature } from './mail.ts';

export type Signer = (head: string, body: string) => Promise<string>;

/** The signed fields; RFC 8058 requires both unsubscribe fields. */
const signedFields =
  'From:Reply-To:Subject:Date:Message-ID:To:MIME-Version:Content-Type:Content-Transfer-Encoding:List-Unsubscribe:List-Unsubscribe-Post';

/** Signs with one key; hashes a shared body once. */
export function openSigner({ domain, selector, key }: Signature): Signer {
  const privateKey = createPrivateKey(key);
  let last: { body: string; hash: Promise<string> } | null = null;
  return async (head, body) => {
    if (last?.body !== body) last = { body, hash: hashOf(body) };
    const fields = head.split(/\r\n(?![ \t])/).map((line) => ({
      key: line.slice(0, line.indexOf(':')).trim().toLowerCase(),
      line,
    }));
    const field = signHead(fields, 'sha256', await last.hash, {
      domainName: domain,
      keySelector: selector,
      privateKey,
      headerFieldNames: signedFields,
    });
    if (!field) throw new Error('the key signs nothing');
    return `${field}\r\n`;
  };
}

function hashOf(body: string): Promise<string> {
  const relaxed = new RelaxedBody({ hashAlgo: 'sha256' });
  return new Promise((resolve, reject) => {
    relaxed.once('hash', resolve).once('error', reject).resume();
    relaxed.end(Buffer.from(body, 'latin1'));
  });
}
