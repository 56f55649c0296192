import type { Viewer } from '#server/platform/context.ts';
import { classOf, observed, personalDocuments } from './viewer-class.ts';

/** A request that others may repeat. */
export interface SharedQuestion<T> {
  document: string;
  variables: string;
  viewer: Viewer | null;
  compute: (viewer: Viewer | null) => Promise<T>;
}

interface Turn<T> {
  result: T;
  isPersonal: boolean;
}

interface Line<T> {
  current: Promise<unknown>;
  /** Starts after `current`, so that its data are newer than the request. */
  next?: Promise<Turn<T>> | undefined;
}

/**
 * Shares responses to equal documents, variables and permissions: later callers wait for the next. Excludes responses
 * that depend on the viewer.
 */
export function startSharing<T>(): (question: SharedQuestion<T>) => Promise<T> {
  const lines = new Map<string, Line<T>>();
  const personal = personalDocuments();

  const turn = async ({ viewer, compute }: SharedQuestion<T>): Promise<Turn<T>> => {
    const seen = observed(viewer);
    const result = await compute(seen.viewer);
    return { result, isPersonal: seen.isPersonal() };
  };
  const follow = (key: string, current: Promise<Turn<T>>): Promise<Turn<T>> => {
    const line: Line<T> = { current };
    lines.set(key, line);
    const over = () => {
      if (lines.get(key) === line && !line.next) lines.delete(key);
    };
    current.then(over, over);
    return current;
  };
  const begin = (key: string, question: SharedQuestion<T>): { turn: Promise<Turn<T>>; isOwn: boolean } => {
    const line = lines.get(key);
    if (!line) return { turn: follow(key, turn(question)), isOwn: true };
    if (line.next) return { turn: line.next, isOwn: false };
    const start = () => follow(key, turn(question));
    line.next = line.current.then(start, start);
    return { turn: line.next, isOwn: true };
  };
  return async (question) => {
    if (personal.has(question.document)) return question.compute(question.viewer);
    const key = JSON.stringify([classOf(question.viewer), question.document, question.variables]);
    const { turn: shared, isOwn } = begin(key, question);
    const { result, isPersonal } = await shared;
    if (!isPersonal) return result;
    personal.add(question.document);
    return isOwn ? result : question.compute(question.viewer);
  };
}
