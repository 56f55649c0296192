/**
 * The Node options of supervised processes. They allow an explicit collection that releases the memory of the start. They limit
 * the space for new objects, because V8 never shrinks it after thousands of simultaneous connections. They collect old objects
 * after a growth of one half, because a launch to a town leaves hundreds of megabytes before V8's default would. They begin with the
 * full space for new objects, because a start would otherwise collect it a dozen times; it takes no more memory at rest.
 */
export const nodeFlags: readonly string[] = [
  '--expose-gc',
  '--max-semi-space-size=16',
  '--min-semi-space-size=16',
  '--heap-growing-percent=50',
];
