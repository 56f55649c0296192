import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A fake espeak-ng whose sound holds the text: each half octet is a sample's size. */
export interface SpeechProgram {
  folder: string;
  stop(): Promise<void>;
}

const loudest = 1_800;

// an octet of text makes two samples; 16 silent ones end it
const source = `#!${process.execPath}
const parts = [];
process.stdin.on('data', (part) => parts.push(part)).on('end', () => {
  const text = Buffer.concat(parts);
  if (text.includes('unsprechbar')) process.exit(3);
  const samples = [...text].flatMap((octet) => [octet >> 4, octet & 15]).map((half) => (half + 1) * ${loudest});
  const wav = Buffer.alloc(44 + 2 * samples.length);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(0x7ffff024, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(8000, 24);
  wav.writeUInt32LE(16000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(0x7ffff000, 40);
  samples.forEach((sample, at) => wav.writeInt16LE(sample, 44 + 2 * at));
  process.stdout.write(wav);
});
`;

/** Puts the fake program first in PATH of this process. */
export async function startSpeechProgram(): Promise<SpeechProgram> {
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-speech-'));
  const file = path.join(folder, 'espeak-ng.cjs');
  await writeFile(file, source);
  await chmod(file, 0o700);
  await writeFile(path.join(folder, 'espeak-ng'), `#!/bin/sh\nexec "${process.execPath}" "${file}"\n`, { mode: 0o700 });
  const before = process.env['PATH'];
  process.env['PATH'] = `${folder}${path.delimiter}${before}`;
  return {
    folder,
    async stop() {
      process.env['PATH'] = before;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Decodes A-law by its definition in G.711. */
function fromAlaw(octet: number): number {
  const value = octet ^ 0x55;
  const [segment, step] = [(value >> 4) & 7, value & 15];
  const size = segment === 0 ? (step << 4) + 8 : ((step << 4) + 0x108) << (segment - 1);
  return value & 0x80 ? size : -size;
}

/** Reads the texts in sound: the parts between pauses. */
export function textsIn(sound: Buffer): string[] {
  const texts: string[] = [];
  let halves: number[] = [];
  const end = () => {
    const octets = Buffer.alloc(halves.length >> 1);
    for (let at = 0; at < octets.length; at++) octets[at] = (halves[2 * at]! << 4) | halves[2 * at + 1]!;
    if (octets.length) texts.push(octets.toString('utf8'));
    halves = [];
  };
  for (const octet of sound) {
    const half = Math.round(fromAlaw(octet) / loudest) - 1;
    if (half < 0) end();
    else halves.push(half);
  }
  return texts;
}
