import { createContext, Script } from 'node:vm';

/** How much of an answer is searched. */
const searched = 4000;
// a good pattern takes less than one; a busy machine may make it wait
const longestMs = 250;
const longestTrialMs = 500;

// a regular expression is only interrupted in a context of its own: it can search without end
const inside = createContext({ pattern: '', flags: '', texts: [] as string[] });
const search = new Script('texts.map((text) => [...(new RegExp(pattern, flags).exec(text) ?? [])])');
/** Nothing in such a pattern can be tried in more than one way. */
const isPlain = (pattern: string) => !/[*+?{|(]/.test(pattern);

/** Searches texts for an administrator's pattern; null when that takes too long. */
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

/** What the pattern and its groups match in the beginning of an answer; null when nothing, or when searching takes too long. */
export function matchIn(answer: string, pattern: string, flags = ''): readonly string[] | null {
  const [found] = searchWithin(pattern, flags, [answer.slice(0, searched)], longestMs) ?? [];
  return found?.length ? found : null;
}

/** Whether a pattern can be used. */
export function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}

/** Whether a pattern can be used, and searches hostile answers of full length in good time. */
export const isQuickPattern = (pattern: string): boolean =>
  isPattern(pattern) && searchWithin(pattern, 'i', hostileAnswers(pattern), longestTrialMs) !== null;

/** Answers that repeat what the pattern looks for, and end otherwise. */
function hostileAnswers(pattern: string): string[] {
  const signs = [...new Set(['a', '0', ' ', ...pattern.replace(/\\./gs, '')])].slice(0, 12);
  const repeated = signs.flatMap((one) => signs.map((other) => (one === other ? one : one + other)));
  return repeated.map((piece) => `${piece.repeat(searched / piece.length - 1)}\u0001`);
}
