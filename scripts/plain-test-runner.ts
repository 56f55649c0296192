// Imported before node:test, which would otherwise follow every promise of the program to its test: a tenth of the processor time.
import { createRequire } from 'node:module';

type Init = (id: number, type: string, triggerId: number, resource: object) => void;
type Options = Exclude<ConstructorParameters<typeof import('node:async_hooks').AsyncResource>[1], number>;

const hooks = createRequire(import.meta.url)('node:async_hooks') as typeof import('node:async_hooks');
const { createHook, AsyncResource } = hooks;
let noteTest: Init | undefined;

/**
 * Returns a hook that never runs instead of the test runner's. Of its records, the one that `describe`, `test` and their hooks
 * need is kept: the suite that is open during the evaluation of a file. An error outside of the awaited code of a test has no
 * test then: it fails the process.
 */
function createCheapHook(callbacks: Parameters<typeof createHook>[0]): ReturnType<typeof createHook> {
  if (!/\binstanceof Test\b/.test(String(callbacks.init))) return createHook(callbacks);
  noteTest = callbacks.init;
  const hook = { enable: () => hook, disable: () => hook };
  return hook;
}

class NotedResource extends AsyncResource {
  constructor(type: string, options?: Options) {
    super(type, options);
    noteTest?.(this.asyncId(), type, this.triggerAsyncId(), this);
  }
}

Object.assign(hooks, { createHook: createCheapHook, AsyncResource: NotedResource });
