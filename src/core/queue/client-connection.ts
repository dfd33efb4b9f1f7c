import {failureAs, type SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {pause} from '../async/pause.js';
import type {Account, Accounts} from '../credentials/accounts.js';
import {targetOf, type ProtectionTarget} from '../credentials/endpoint.js';
import type {ProtectionClient} from './queue-client.js';

/** An endpoint, and the account whose captures are sealed there. */
export interface Served {
  readonly endpoint: string;
  readonly account?: string;
}

/** True if the job is of this endpoint and account. */
export const isServed = ({endpoint, account}: Job, served: Served): boolean =>
  endpoint === served.endpoint && account === served.account;

/** True if the client's sealed files are sent to the page's own storage. */
export const sends = ({client: {config}}: ClientConnection): boolean =>
  Boolean(config.delivery ?? config.deliverTo);

/** Longest wait in milliseconds for a camera's first picture. */
const LONGEST_OPENING_MS = 1_000;

/** A connected client, with the endpoint and account that its configuration names. */
export class ClientConnection {
  readonly client: ProtectionClient;
  readonly #pageAddress: () => string;
  readonly #accounts: Accounts;
  readonly #lifetime = new AbortController();
  /**
   * Why credentials are missing, once that is known. Reset when the configuration changes or the page asks for a
   * retry.
   */
  credentials: {missing?: SealedCaptureError} = {};
  #lastKnown: readonly unknown[] = [];
  #renewals = 0;
  #asks: boolean;

  constructor(client: ProtectionClient, pageAddress: () => string, accounts: Accounts) {
    this.client = client;
    this.#pageAddress = pageAddress;
    this.#accounts = accounts;
    this.takeRenewal();
    this.#asks = !!client.asks;
  }

  /** What stays the same when the client's element is moved, and so connects once more. */
  get element(): object {
    return this.client.element ?? this;
  }

  /** The client's credentials, to be compared with those of others. */
  get credentialsId(): unknown {
    const {apiKey, apiSecret, protection} = this.client.config;
    return protection ?? `${apiKey} ${apiSecret} ${this.endpoint}`;
  }

  /** Aborted when the client is released. */
  get signal(): AbortSignal {
    return this.#lifetime.signal;
  }

  /**
   * Resolves once its camera shows a picture, is known not to, or takes too long. Undefined if no camera is being
   * opened.
   */
  get opened(): Promise<unknown> | undefined {
    const {opening} = this.client;
    return opening && Promise.race([opening, pause(LONGEST_OPENING_MS, this.signal)]);
  }

  /**
   * True once after account, credentials, endpoint or the page's own storage have changed; false if the page sets
   * the same values again.
   */
  takeRenewal(): boolean {
    const {account, apiKey, apiSecret, protection, delivery, deliverTo} = this.client.config;
    const before = this.#lastKnown;
    this.#lastKnown = [account, apiKey, apiSecret, protection, this.endpoint, delivery, deliverTo];
    const isRenewed = this.#lastKnown.some((value, i) => value !== before[i]);
    if (isRenewed) this.#renewals++;
    return isRenewed;
  }

  /** How many times that was true. */
  get renewals(): number {
    return this.#renewals;
  }

  /** True once after `asks` of the client has changed. */
  takeAsking(): boolean {
    const before = this.#asks;
    this.#asks = !!this.client.asks;
    return this.#asks !== before;
  }

  /** The endpoint and credentials of the current configuration, or the error that makes it unusable. */
  get target(): ProtectionTarget | SealedCaptureError {
    try {
      return targetOf(this.client.config, this.#pageAddress());
    } catch (thrown) {
      return failureAs('configuration_invalid', thrown);
    }
  }

  /** The endpoint, or an address that no queue serves if the configuration is unusable. */
  get endpoint(): string {
    const {target} = this;
    return 'endpoint' in target ? target.endpoint : '';
  }

  /**
   * The account whose captures the client makes and sees, as captures store it. A value that no capture has while
   * its hash is computed.
   */
  get account(): Account {
    return this.#accounts.now(this.client.config.account);
  }

  /** The account of a draft, or else the client's current one; synchronous if the hash is known. */
  accountOf(draft: {account?: Account | Promise<Account>} = {}): Account | Promise<Account> {
    if ('account' in draft) return draft.account;
    return this.#accounts.of(this.client.config.account);
  }

  /** The authorization for requests to the endpoint; absent without credentials for it. */
  authorizationFor(endpoint: string): ProtectionTarget['authorization'] {
    const {target} = this;
    if (this.credentials.missing || !('endpoint' in target)) return undefined;
    return target.endpoint === endpoint ? target.authorization : undefined;
  }

  release(): void {
    this.#lifetime.abort();
  }
}
