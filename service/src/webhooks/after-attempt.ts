import type {LeasedDelivery, Settlement} from './outbox/outbox.js';
import type {Outcome} from './send.js';

const FIRST_DELAY_MS = 5_000;
/**
 * Longest delay in milliseconds, also of one that the receiver asks for: a faulty receiver must not block an event
 * for ever.
 */
const LONGEST_DELAY_MS = 60 * 60_000;

/**
 * The state of a delivery after an attempt. Delays double from 5 s to an hour, with jitter between half and all of
 * it. The last attempt is made when the time is up.
 *
 * @param random from 0 to 1
 */
export function afterAttempt(
  {attempts, giveUpAt}: Pick<LeasedDelivery, 'attempts' | 'giveUpAt'>,
  outcome: Outcome,
  now: number,
  random: number,
): Settlement {
  switch (outcome.name) {
    case 'accepted':
      return {name: 'delivered'};
    case 'gone':
      return {name: 'dead', at: now, failure: outcome.failure};
    case 'failed': {
      const {failure, retryAfter = 0} = outcome;
      if (now >= giveUpAt) return {name: 'dead', at: now, failure};
      const ceiling = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 20));
      const delay = Math.max(ceiling / 2 + (random * ceiling) / 2, retryAfter);
      const at = Math.min(now + Math.min(delay, LONGEST_DELAY_MS), giveUpAt);
      return {name: 'retry', at, failure};
    }
  }
}
