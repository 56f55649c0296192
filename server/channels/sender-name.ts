/** Returns whether the sender of an SMS is a name, which can't receive replies. */
export const isName = (sender: string): boolean => /[^+\d\s]/.test(sender);
