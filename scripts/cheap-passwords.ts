// preloaded: tests sign in hundreds of times
import { setHashCost } from '#server/accounts/password.ts';

setHashCost({ memory: 8, passes: 1 });
