import type {Environment} from '../environment.js';
import {daysBefore, lessThan} from '../expiry-stages.js';
import {obstacleText, outside, type Validity} from './validity.js';

const DAY_MS = 86_400_000;

interface Log {
  warn: (content: object, message: string) => void;
}

/** Warns that an environment's certificates are about to expire: once for each stage, and at most once a day. */
export class ExpiryWarnings {
  readonly #environment: Environment;
  readonly #log: Log;
  #last: {stage: number | string; until: number; at: number} | undefined;

  constructor(environment: Environment, log: Log) {
    this.#environment = environment;
    this.#log = log;
  }

  check(validity: Validity, now: number): void {
    const {until} = validity;
    const obstacle = outside(validity, now);
    const days = daysBefore(until, now);
    const stage = obstacle?.name ?? days;
    if (stage === undefined) return;
    const last = this.#last?.until === until ? this.#last : undefined;
    if (last && (last.stage === stage || now - last.at < DAY_MS)) return;
    this.#last = {stage, until, at: now};
    const environment = this.#environment;
    const content = {environment, until: new Date(until).toISOString()};
    if (obstacle) {
      const what = obstacleText(obstacle);
      this.#log.warn(
        content,
        `The certificate of the ${environment} environment, or one that it leads to, ${what}: nothing is sealed with it. Inspection goes on.`,
      );
    } else if (days !== undefined) {
      this.#log.warn(
        content,
        `The certificate of the ${environment} environment, or one that it leads to, ends in ${lessThan(days)}. From then on nothing is sealed with it.`,
      );
    }
  }
}
