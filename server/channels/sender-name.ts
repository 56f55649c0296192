/** Whether the sender of an SMS is a name: nobody can write back to letters. */
export const isName = (sender: string): boolean => /[^+\d\s]/.test(sender);
