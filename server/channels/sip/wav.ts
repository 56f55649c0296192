/** The samples of a sound file. */
export interface Sound {
  rate: number;
  samples: Int16Array;
}

/** Samples per second. */
export const telephoneRate = 8_000;

const pcm = 1;

/** Reads a WAV file with one channel of 16 bits; null otherwise. A stream may claim any length. */
export function parseWav(octets: Buffer): Sound | null {
  if (octets.toString('latin1', 0, 4) !== 'RIFF' || octets.toString('latin1', 8, 12) !== 'WAVE') return null;
  let rate = 0;
  for (let at = 12; at + 8 <= octets.length; ) {
    const [name, length, start] = [octets.toString('latin1', at, at + 4), octets.readUInt32LE(at + 4), at + 8];
    if (name === 'data') return rate ? { rate, samples: samplesOf(octets.subarray(start, start + length)) } : null;
    if (name === 'fmt ') {
      if (start + 16 > octets.length) return null;
      const isSpeech = octets.readUInt16LE(start) === pcm && octets.readUInt16LE(start + 2) === 1;
      if (!isSpeech || octets.readUInt16LE(start + 14) !== 16) return null;
      rate = octets.readUInt32LE(start + 4);
      if (rate < telephoneRate || rate > 192_000) return null;
    }
    at = start + length + (length % 2);
  }
  return null;
}

function samplesOf(octets: Buffer): Int16Array {
  const samples = new Int16Array(octets.length >> 1);
  for (let at = 0; at < samples.length; at++) samples[at] = octets.readInt16LE(2 * at);
  return samples;
}

/** Resamples to the rate of telephones by means, which dampen high tones. */
export function atTelephoneRate({ rate, samples }: Sound): Int16Array {
  if (rate === telephoneRate) return samples;
  const ratio = rate / telephoneRate;
  const result = new Int16Array(Math.floor(samples.length / ratio));
  for (let at = 0; at < result.length; at++) result[at] = Math.round(mean(samples, at * ratio, (at + 1) * ratio));
  return result;
}

/** Returns the mean between two places. */
function mean(samples: Int16Array, from: number, until: number): number {
  let sum = 0;
  for (let at = Math.floor(from); at < until; at++)
    sum += (samples[at] ?? 0) * (Math.min(at + 1, until) - Math.max(at, from));
  return sum / (until - from);
}
