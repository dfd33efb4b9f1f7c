import type {Options} from '../../../options/configuration.js';
import {parseShots} from '../parse-shots.js';
import {sealedTags, textOfTags} from '../sealed-tags.js';
import type {Shot} from '../shot.js';
import {shortHash} from '../short-hash.js';

interface Host {
  shots?: readonly Shot[];
}

/** What the page asks for: the list of shots, and the account, the job and the tags that it is for. */
export class ShotList {
  readonly #host: Host;
  readonly #refuse: (given: unknown, problem: string) => void;
  /** The list that the page has set last. */
  #given?: readonly Shot[];
  /** The same, if it was valid; otherwise the last valid one, which stays. */
  #valid?: readonly Shot[];
  #refused?: string;
  #shots: readonly Shot[] = [];
  /** Account, job and tags, as text. Others mean that the list starts anew. */
  #key?: string;

  /** `refuse` reports that a list is invalid, with the problem. */
  constructor(host: Host, refuse: (given: unknown, problem: string) => void) {
    this.#host = host;
    this.#refuse = refuse;
  }

  get shots(): readonly Shot[] {
    return this.#shots;
  }

  /** True if the page has asked for something else since the last reading. */
  isOutdated(options: Options): boolean {
    return this.#host.shots !== this.#given || keyOf(options) !== this.#key;
  }

  /** Reads the list that the page has set. Returns true if it has other shots than before. */
  read(): boolean {
    const {shots: given} = this.#host;
    if (given === this.#given) return false;
    this.#given = given;
    const before = this.#shots;
    let problem: string | undefined;
    try {
      this.#shots = given === undefined ? [] : parseShots(given);
      this.#valid = given;
    } catch (thrown) {
      problem = (thrown as TypeError).message;
      this.#given = this.#host.shots = this.#valid;
      // A framework may set the same list repeatedly.
      if (problem !== this.#refused) this.#refuse(given, problem);
    }
    this.#refused = problem;
    return !before.every(({id}, index) => this.#shots[index]?.id === id);
  }

  /** Reads whom the list is for. Returns the text for that if it is another one than before. */
  readKey(options: Options): string | undefined {
    const key = keyOf(options);
    return key === this.#key ? undefined : (this.#key = key);
  }
}

/** The account, the page's job, and the page's tags that are sealed, as text. Of these only the tags always exist. */
const keyOf = ({account, job, tags}: Options): string =>
  [
    ...(account === undefined ? [] : [shortHash(String(account))]),
    ...(job ? [JSON.stringify(job)] : []),
    textOfTags(sealedTags(tags)),
  ].join(' ');
