import { setTimeout as sleep } from 'node:timers/promises';

/** Limits unanswered submissions and their rate. */
export interface Window {
  through<T>(work: () => Promise<T>): Promise<T>;
  /** Halves the window, which grows back with successes. */
  halve(): void;
  readonly size: number;
}

/** Creates a window; with `perSecond`, at most that many start per second. */
export function createWindow(largest: number, perSecond: number | null): Window {
  const waiting: (() => void)[] = [];
  const gap = perSecond ? 1000 / perSecond : 0;
  let size = largest;
  let used = 0;
  let next = 0;

  const admit = () => {
    while (waiting.length && used < Math.floor(size)) {
      used++;
      waiting.shift()!();
    }
  };
  const turn = async () => {
    if (!gap) return;
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + gap;
    if (at > now) await sleep(at - now);
  };
  return {
    async through(work) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        admit();
      });
      try {
        await turn();
        const result = await work();
        size = Math.min(largest, size + 1 / size);
        return result;
      } finally {
        used--;
        admit();
      }
    },
    halve() {
      size = Math.max(1, size / 2);
    },
    get size() {
      return Math.floor(size);
    },
  };
}
