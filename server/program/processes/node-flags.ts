/**
 * The Node options of supervised processes:
 * - an explicit collection releases the memory of the start
 * - V8 never shrinks the space for new objects after thousands of simultaneous connections, so it is limited
 * - old objects are collected after a growth of one half, because a launch to a town leaves hundreds of megabytes
 * - the space for new objects begins at full size, because a start would otherwise collect it a dozen times; at rest it
 *   takes no additional memory
 */
export const nodeFlags: readonly string[] = [
  '--expose-gc',
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
  '--heap-growing-percent=50',
];
