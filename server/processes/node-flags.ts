/**
 * How Node runs the processes below a supervisor: each gives back what starting took, and keeps less room for what is new
 * than V8 would, because thousands of connections that come at once would make it take all of it for good.
 */
export const nodeFlags: readonly string[] = ['--expose-gc', '--max-semi-space-size=16'];
