import type { Viewer } from '#server/platform/context.ts';
import type { Topic } from '#server/platform/live/topics.ts';

/** A live view's request. */
export interface WatchedView {
  document: string;
  variables: string;
  topics: readonly Topic[];
  /** Computes the viewer's response as text. */
  compute: (viewer: Viewer | null) => Promise<string>;
}

/** Thrown if a response can't currently be computed; the computation retries. */
export class Unavailable extends Error {
  readonly text: string;
  constructor(text: string) {
    super('unavailable');
    this.text = text;
  }
}

/** A watcher of a live view. */
export interface Watcher {
  viewer: Viewer | null;
  watched: WatchedView;
  send: (event: Buffer) => void;
}
