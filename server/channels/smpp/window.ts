import { setTimeout as sleep } from 'node:timers/promises';

/** How much may be unanswered at once, and how fast it may follow. */
export interface Window {
  /** Does it as soon as there is room. */
  through<T>(work: () => Promise<T>): Promise<T>;
  /** The other side wants less: half as much at once from now on, and room grows back with what goes well. */
  halve(): void;
  readonly size: number;
}

/** A window that begins at its largest; with `perSecond`, no more than so many begin within a second. */
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
