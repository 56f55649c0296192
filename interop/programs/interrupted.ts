const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs `end` and exits when this process is interrupted or loses its parent; returns a function that stops that. */
export function whenInterrupted(end: () => unknown): () => void {
  const parent = process.ppid;
  const interrupted = () => {
    release();
    void Promise.resolve(end()).finally(() => process.exit(130));
  };
  const watch = setInterval(() => process.ppid === parent || interrupted(), 1_000);
  watch.unref();
  for (const signal of signals) process.once(signal, interrupted);
  const release = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, interrupted);
  };
  return release;
}
