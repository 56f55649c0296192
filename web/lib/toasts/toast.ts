import type { ReactNode } from 'react';
import type { toast as libraryToast, ToastContent, ToastOptions } from 'react-toastify/unstyled';

type Library = typeof libraryToast;
type Id = string;
type Changes = Pick<ToastOptions, 'autoClose'> & { render: ReactNode };
type Kind = 'success' | 'info' | 'warning' | 'error';

export type WaitingToast = { id: Id; kind: Kind; content: ToastContent; options: ToastOptions };

let library: Library | undefined;
let count = 0;
let announce = (): void => {};
const waiting = new Map<Id, WaitingToast>();

const show =
  (kind: Kind) =>
  (content: ToastContent, options: ToastOptions & { toastId?: Id } = {}): Id => {
    const id = options.toastId ?? `toast-${++count}`;
    if (library) library[kind](content, { ...options, toastId: id });
    else if (!waiting.has(id)) keep({ id, kind, content, options }); // like the library, which shows an id once
    return id;
  };

function keep(message: WaitingToast): void {
  waiting.set(message.id, message);
  announce();
}

/** Shows messages. The first one loads their code. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: show('error'),
  update(id: Id, changes: Changes): void {
    if (library) library.update(id, changes);
    const before = waiting.get(id);
    if (!before) return;
    const { render: content, ...options } = changes;
    keep({ ...before, content, options: { ...before.options, ...options } });
  },
  dismiss(id: Id): void {
    library?.dismiss(id);
    if (waiting.delete(id)) announce();
  },
  isActive: (id: Id): boolean => library?.isActive(id) ?? waiting.has(id),
};

/** Calls back for each change of the waiting messages; returns a function that stops. */
export function onWaitingToasts(act: () => void): () => void {
  announce = act;
  if (waiting.size) act();
  return () => {
    announce = () => {};
  };
}

export const waitingToasts = (): WaitingToast[] => [...waiting.values()];

/** Shows the waiting messages and all later ones. */
export function showToasts(to: Library): void {
  library = to;
  for (const { id, kind, content, options } of waiting.values()) to[kind](content, { ...options, toastId: id });
  waiting.clear();
}
