import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as its reader sees it. */
export interface ReadMail {
  to: string;
  replyTo: string;
  messageId: string;
  subject: string;
  text: string;
}

/** A mail server that accepts every mail. */
export interface MailPeer {
  port: number;
  mails: ReadMail[];
  /** The maximum number of accepted mails; it defers further ones. */
  most: number;
  stop(): Promise<void>;
}

/** Starts an unencrypted mail server. */
export async function startMailPeer(): Promise<MailPeer> {
  const mails: ReadMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, callback) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', async () => {
        if (mails.length >= peer.most) return callback(Object.assign(new Error('Busy'), { responseCode: 451 }));
        const mail = await PostalMime.parse(Buffer.concat(pieces));
        mails.push({
          to: envelope.rcptTo[0]!.address,
          replyTo: mail.replyTo?.[0]?.address ?? '',
          messageId: mail.messageId ?? '',
          subject: mail.subject ?? '',
          text: mail.text ?? '',
        });
        callback();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const peer: MailPeer = {
    port: (server.server.address() as AddressInfo).port,
    mails,
    most: Number.POSITIVE_INFINITY,
    stop: () => new Promise((done) => server.close(() => done())),
  };
  return peer;
}
