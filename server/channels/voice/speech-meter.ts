/** About -42 dB of the loudest: above the noise of a line, below most of speech. */
const loudFrom = 250;

/** Speech is at least 10 dB louder than the noise around the telephone. */
const aboveNoise = 3;

/** The pieces of 20 ms in which speech has at least one pause, if only within a word. */
const remembered = 100;

/**
 * Distinguishes speech from the noise of a line, a tone and the steady noise of a hall, whose quietest pieces are nearly
 * as loud as the others.
 */
export class SpeechMeter {
  readonly #levels: number[] = [];

  /** Returns whether the next piece of sound, with its mean size of samples, is speech. */
  isSpeech(level: number): boolean {
    this.#levels.push(level);
    if (this.#levels.length > remembered) this.#levels.shift();
    return level >= loudFrom && level >= aboveNoise * Math.min(...this.#levels);
  }
}
