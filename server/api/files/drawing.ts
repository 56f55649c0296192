import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));
// milliseconds: processor time, and total time on a busy machine
const work = 5_000;
const patience = 30_000;

/**
 * Converts an SVG to PNG; null if invalid or empty. Runs in a limited process without secrets: small files can require
 * minutes and much memory, and native code may crash.
 */
export function drawDrawing(svg: Buffer): Promise<Buffer | null> {
  const { promise, resolve } = Promise.withResolvers<Buffer | null>();
  const options = {
    encoding: 'buffer',
    timeout: patience,
    killSignal: 'SIGKILL',
    maxBuffer: 5_000_000,
    env: { VIPS_CONCURRENCY: '1' },
  } as const;
  const child = execFile(process.execPath, [program, String(work), String(patience)], options, (error, picture) =>
    resolve(error ? null : picture),
  );
  child.stdin!.on('error', () => {}); // it may end before reading everything
  child.stdin!.end(svg);
  return promise;
}
