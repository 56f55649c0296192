import { StartError } from '#server/platform/start-error.ts';

/** A failure with a key, for texts in other languages. */
export class KnownFault extends StartError {
  readonly key: string;
  constructor(key: string, message: string) {
    super(message);
    this.key = key;
  }
}
