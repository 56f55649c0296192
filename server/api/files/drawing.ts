import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./drawing-process.ts', import.meta.url));
// milliseconds: of a processor, and altogether on a machine that does much else
const work = 5_000;
const patience = 30_000;

/**
 * An SVG as PNG in pixels, null when it cannot be drawn or draws nothing. It is drawn in a process of its own: a small
 * file can ask for minutes of work and much memory, and native code that reads what strangers made may crash. The
 * process knows no secret, and is ended when it works for long.
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
  child.stdin!.on('error', () => {}); // it may have ended before it took all
  child.stdin!.end(svg);
  return promise;
}
