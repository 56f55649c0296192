import { constants, open } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { numberOf } from '#server/api/graphql/ids.ts';
import { mountDownload } from '#server/api/http/download.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findBackup } from './backups.ts';

const portion = 256 * 1024;

/** Mounts GET /api/v2/backups/{n}/file: the encrypted file, for system owners in person. */
export function mountBackupFiles(fastify: FastifyInstance, app: App): void {
  mountDownload<{ Params: { n: string } }>(fastify, app, '/api/v2/backups/:n/file', async (ctx, { params }) => {
    refuseOthers(ctx);
    const { folder, file } = await findBackup(ctx.db, numberOf('backups', params.n));
    return { name: file!, content: contentOf(path.join(folder!, file!)), hasContacts: true };
  });
}

function refuseOthers({ viewer }: SignedIn): void {
  if (viewer.apiKey || viewer.mustSetUpTotp || !viewer.roles.includes('system_owner'))
    throw new Refusal('error_forbidden');
}

// a link must not lead to other files, and a pipe must not block
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;

async function* contentOf(name: string): AsyncGenerator<Buffer> {
  const file = await open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => {
    throw new Refusal('error_backup_elsewhere');
  });
  try {
    if (!(await file.stat()).isFile()) throw new Refusal('error_backup_elsewhere');
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(portion), 0, portion);
      if (!bytesRead) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
