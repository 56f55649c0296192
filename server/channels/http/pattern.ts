import { createContext, Script } from 'node:vm';

const searched = 4000;
// a good pattern takes less than 1 ms
const longestMs = 250;
const longestTrialMs = 500;

// a regular expression can only be interrupted in its own context
const inside = createContext({ pattern: '', flags: '', texts: [] as string[] });
const search = new Script('texts.map((text) => [...(new RegExp(pattern, flags).exec(text) ?? [])])');
/** Returns whether a pattern never backtracks. */
const isPlain = (pattern: string) => !/[*+?{|(]/.test(pattern);

function searchWithin(pattern: string, flags: string, texts: readonly string[], timeout: number): string[][] | null {
  if (isPlain(pattern)) return texts.map((text) => [...(new RegExp(pattern, flags).exec(text) ?? [])]);
  Object.assign(inside, { pattern, flags, texts });
  try {
    return search.runInContext(inside, { timeout }) as string[][];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return null;
    throw error;
  }
}

/** Returns the match of a pattern with groups in a response's start; null without one or after the timeout. */
export function matchIn(answer: string, pattern: string, flags = ''): readonly string[] | null {
  const [found] = searchWithin(pattern, flags, [answer.slice(0, searched)], longestMs) ?? [];
  return found?.length ? found : null;
}

/** Returns whether a pattern is valid. */
export function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a pattern is valid and fast on hostile responses. */
export const isQuickPattern = (pattern: string): boolean =>
  isPattern(pattern) && searchWithin(pattern, 'i', hostileAnswers(pattern), longestTrialMs) !== null;

/** Returns texts that repeat the target and then differ. */
function hostileAnswers(pattern: string): string[] {
  const signs = [...new Set(['a', '0', ' ', ...pattern.replace(/\\./gs, '')])].slice(0, 12);
  const repeated = signs.flatMap((one) => signs.map((other) => (one === other ? one : one + other)));
  return repeated.map((piece) => `${piece.repeat(searched / piece.length - 1)}\u0001`);
}
