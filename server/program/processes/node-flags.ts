/**
 * How Node runs the processes below a supervisor: each gives back what starting took; keeps less room for what is new than
 * V8 would, because thousands of connections that come at once would make it take all of it for good; and looks through what
 * is older as soon as it has grown by half, because a launch to a town leaves hundreds of megabytes behind before V8 would.
 */
export const nodeFlags: readonly string[] = ['--expose-gc', '--max-semi-space-size=16', '--heap-growing-percent=50'];
