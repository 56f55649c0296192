import type { ReactNode } from 'react';
import type { toast as libraryToast, ToastContent, ToastOptions, UpdateOptions } from 'react-toastify/unstyled';

type Library = typeof libraryToast;
type Id = string;

let library: Library | undefined;
let count = 0;
let open = (): void => {};
const waiting: ((to: Library) => void)[] = [];
const waitingContents = new Map<Id, ToastContent>();

function run(act: (to: Library) => void): void {
  if (library) {
    act(library);
    return;
  }
  waiting.push(act);
  open();
}

const show =
  (kind: 'success' | 'info' | 'warning' | 'error') =>
  (content: ToastContent, options: ToastOptions & { toastId?: Id } = {}): Id => {
    const toastId = options.toastId ?? `toast-${++count}`;
    if (waitingContents.has(toastId)) return toastId; // like the library, which shows an id once
    if (!library) waitingContents.set(toastId, content);
    run((to) => void to[kind](content, { ...options, toastId }));
    return toastId;
  };

/** Shows short messages. The first one loads their code; until then they wait. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  update: (id: Id, options: UpdateOptions): void => run((to) => to.update(id, options)),
  dismiss(id: Id): void {
    if (library || waitingContents.has(id)) run((to) => to.dismiss(id));
    waitingContents.delete(id);
  },
  isActive: (id: Id): boolean => library?.isActive(id) ?? waitingContents.has(id),
};

/** Calls back for each message that waits for the place that shows it; returns how to stop. */
export function onWaitingToast(act: () => void): () => void {
  open = act;
  if (waiting.length) act();
  return () => {
    open = () => {};
  };
}

/** Returns the waiting messages that need nothing of the library, with their ids, in their order. */
export const waitingMessages = (): [Id, ReactNode][] =>
  [...waitingContents].flatMap(([id, content]) => (typeof content === 'function' ? [] : [[id, content]]));

/** Shows the waiting messages, in their order, and all later ones at once. */
export function showToasts(to: Library): void {
  library = to;
  for (const act of waiting.splice(0)) act(to);
  waitingContents.clear();
}
