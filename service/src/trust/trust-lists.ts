import Type from 'typebox';
import {Value} from 'typebox/value';
import type {TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {ListError} from '@sealed-capture/seal/trust/official-lists.js';
import {shippedList} from '@sealed-capture/seal/node/shipped-lists.js';
import {
  listNames,
  listPath,
  loadList,
  stampOf,
  type ListName,
  type LoadedList,
  type OfficialLists,
} from './list-files.js';

const DAY_MS = 86_400_000;
const WARN_AGAIN_MS = DAY_MS;

/** Logs what an operator should know. */
export interface ListLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface TrustListsOptions {
  dataFolder: string;
  log: ListLog;
  /** Called when the lists have changed. */
  onChange: () => void;
  /** Milliseconds between checks of the data folder. */
  refreshEvery?: number;
  now?: () => number;
}

const Interim = Type.Object({
  closed: Type.String(),
  anchors: Type.String(),
  allowed: Type.Array(Type.String()),
});

export type InterimList = NonNullable<TrustAnchors['interim']>;

/** The lists in use. Lists that `sealed-capture-service trust update` writes into the data folder are used within a minute. */
export class TrustLists {
  readonly #options: TrustListsOptions;
  readonly #timer: NodeJS.Timeout;
  readonly interim: InterimList;
  #official: OfficialLists;
  #stamps: string;
  #warnedAt = -Infinity;
  /** Checks run one after the other. */
  #refreshing: Promise<void> = Promise.resolve();

  private constructor(
    options: TrustListsOptions,
    interim: InterimList,
    official: OfficialLists,
    stamps: string,
  ) {
    this.#options = options;
    this.interim = interim;
    this.#official = official;
    this.#stamps = stamps;
    this.#timer = setInterval(() => void this.refresh(), options.refreshEvery ?? 60_000);
    this.#timer.unref();
    this.#warnOfAge();
  }

  get official(): OfficialLists {
    return this.#official;
  }

  static async open(options: TrustListsOptions): Promise<TrustLists> {
    const interim: unknown = JSON.parse(await shippedList('interim-trust-list'));
    if (!Value.Check(Interim, interim)) throw new TypeError('The interim list is damaged.');
    const stamps = await stampsOf(options.dataFolder);
    return new TrustLists(options, interim, await load(options), stamps);
  }

  /** Reads lists that have changed. If one cannot be read, the earlier one stays in use. */
  refresh(): Promise<void> {
    return (this.#refreshing = this.#refreshing.then(() => this.#refreshNow()));
  }

  async #refreshNow(): Promise<void> {
    const {dataFolder, log, onChange} = this.#options;
    const stamps = await stampsOf(dataFolder);
    if (stamps !== this.#stamps) {
      this.#stamps = stamps;
      try {
        this.#official = await load(this.#options, this.#official);
        log.info({}, 'The trust lists were read again.');
        this.#warnedAt = -Infinity;
        onChange();
      } catch (error) {
        log.warn({err: error}, 'The trust lists could not be read again.');
      }
    }
    this.#warnOfAge();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #warnOfAge(): void {
    const {log, now = Date.now} = this.#options;
    const at = now();
    if (at - this.#warnedAt < WARN_AGAIN_MS) return;
    for (const [list, {issued, nextUpdate}] of named(this.#official)) {
      if (nextUpdate === undefined || at <= Date.parse(nextUpdate)) continue;
      this.#warnedAt = at;
      const advice = 'Run: sealed-capture-service trust update';
      log.warn(
        {list, issued, nextUpdate},
        `The list ${list} is older than it should be. ${advice}`,
      );
    }
  }
}

const named = ({
  signers,
  timeStamps,
  products,
}: OfficialLists): [ListName, {issued: string; nextUpdate?: string}][] => [
  ['c2pa-trust-list', signers],
  ['c2pa-tsa-trust-list', timeStamps],
  ['conforming-products-list', products],
];

const stampsOf = async (dataFolder: string): Promise<string> =>
  (await Promise.all(listNames.map((name) => stampOf(listPath(dataFolder, name))))).join();

/** Loads a list. If the one in the data folder is refused, the result is `before`, or the package's own. */
async function load(
  {dataFolder, log}: TrustListsOptions,
  before?: OfficialLists,
): Promise<OfficialLists> {
  const one = async <Name extends ListName>(name: Name, used?: LoadedList<Name>['list']) => {
    let isRefused = false;
    const refuse = (error: unknown): void => {
      isRefused = true;
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        {err: error, list: name},
        `The list ${name} in the data folder is not used: ${reason}`,
      );
    };
    const {list, from} = await loadList(dataFolder, name, refuse);
    // Deleting the list from the folder restores the package's own.
    const isOlder = from === 'data folder' && used !== undefined && list.issued < used.issued;
    if (isOlder) refuse(new ListError('It is older than the one in use.'));
    return isRefused && used ? used : list;
  };
  return {
    signers: await one('c2pa-trust-list', before?.signers),
    timeStamps: await one('c2pa-tsa-trust-list', before?.timeStamps),
    products: await one('conforming-products-list', before?.products),
  };
}
