export const isName = (sender: string): boolean => /[^+\d\s]/.test(sender);
