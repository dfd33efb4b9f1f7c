import {failureAs, type SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {pause} from '../../async/pause.js';
import type {Account, Accounts} from '../../credentials/accounts.js';
import {credentialsMissing} from '../../credentials/authorized.js';
import {targetOf, type ProtectionTarget} from '../../credentials/endpoint.js';
import type {Draft} from '../draft.js';
import type {ProtectionClient} from '../queue-client.js';

/** An endpoint, and the account whose captures are sealed there. */
export interface Served {
  readonly endpoint: string;
  readonly account?: string;
}

/** True if the job is of this endpoint and account. */
export const isServed = ({endpoint, account}: Job, served: Served): boolean =>
  endpoint === served.endpoint && account === served.account;

/** True if the client's sealed files are sent to the page's own storage. */
export const sends = ({client: {config}}: Connection): boolean =>
  Boolean(config.delivery ?? config.deliverTo);

/** Longest wait in milliseconds for a camera's first picture. */
const LONGEST_OPENING_MS = 1_000;

/** State of a connection. A change of the configuration, or a retry, makes it `open` again. */
export type ConnectionState =
  /** The client has credentials, or may have: they are requested for each attempt. */
  | {name: 'open'}
  /** The client turned out to have no credentials. */
  | {name: 'without-credentials'; error: SealedCaptureError}
  /** The client has left. Captures that it was making when it left are still stored. */
  | {name: 'released'};

/** What a configuration names that decides where captures are sealed and sent. */
type Settings = readonly unknown[];

/** A client of the queue, from `connect` until `release`, and what its configuration names. */
export class Connection {
  readonly client: ProtectionClient;
  readonly #pageAddress: () => string;
  readonly #accounts: Accounts;
  readonly #lifetime = new AbortController();
  #state: ConnectionState = {name: 'open'};
  #settings: Settings;
  #asks: boolean;
  #renewals = 0;

  constructor(client: ProtectionClient, pageAddress: () => string, accounts: Accounts) {
    this.client = client;
    this.#pageAddress = pageAddress;
    this.#accounts = accounts;
    this.#settings = this.#currentSettings;
    this.#asks = !!client.asks;
  }

  /** Compared by identity: each change makes a new object. */
  get state(): ConnectionState {
    return this.#state;
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
   * Resolves once the client's camera shows a picture, is known not to, or takes too long. Undefined if no camera is being
   * opened.
   */
  get opened(): Promise<unknown> | undefined {
    const {opening} = this.client;
    return opening && Promise.race([opening, pause(LONGEST_OPENING_MS, this.signal)]);
  }

  /** Number of calls of `applyConfiguration` so far that found other settings. */
  get renewals(): number {
    return this.#renewals;
  }

  /**
   * Applies the client's current configuration. `isRenewed`: account, credentials, endpoint or the page's own storage
   * have changed, which is false if the page sets the same values again. `isAskingChanged`: `asks` of the client has.
   */
  applyConfiguration(): {isRenewed: boolean; isAskingChanged: boolean} {
    const before = {settings: this.#settings, asks: this.#asks};
    this.#settings = this.#currentSettings;
    this.#asks = !!this.client.asks;
    this.tryCredentialsAgain();
    const isRenewed = this.#settings.some((value, i) => value !== before.settings[i]);
    if (isRenewed) this.#renewals++;
    return {isRenewed, isAskingChanged: this.#asks !== before.asks};
  }

  /** Called when another request for the client's credentials may succeed. */
  tryCredentialsAgain(): void {
    if (this.#state.name !== 'released') this.#state = {name: 'open'};
  }

  /** Records that the client has no credentials, unless its state has changed since they were requested. */
  lackCredentials(error: SealedCaptureError, requestedIn: ConnectionState): void {
    if (this.#state === requestedIn) this.#state = {name: 'without-credentials', error};
  }

  get #currentSettings(): Settings {
    const {account, apiKey, apiSecret, protection, delivery, deliverTo} = this.client.config;
    return [account, apiKey, apiSecret, protection, this.endpoint, delivery, deliverTo];
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

  /** Why nothing can be sealed with the current configuration, as far as that is known without a request. */
  get settingsError(): SealedCaptureError | undefined {
    const {target} = this;
    if (!('endpoint' in target)) return target;
    if (this.#state.name === 'without-credentials') return this.#state.error;
    return target.authorization ? undefined : credentialsMissing();
  }

  /**
   * The account whose captures the client makes and sees, as captures store it. A value that no capture has while
   * its hash is computed.
   */
  get account(): Account {
    return this.#accounts.now(this.client.config.account);
  }

  /** The account of a draft, or else the client's current one; synchronous if the hash is known. */
  accountOf(draft: Pick<Draft, 'account' | 'config'> = {}): Account | Promise<Account> {
    if ('account' in draft) return draft.account;
    return this.#accounts.of((draft.config ?? this.client.config).account);
  }

  /** The authorization for requests to the endpoint; absent without credentials for it. */
  authorizationFor(endpoint: string): ProtectionTarget['authorization'] {
    const {target} = this;
    if (this.#state.name === 'without-credentials' || !('endpoint' in target)) return undefined;
    return target.endpoint === endpoint ? target.authorization : undefined;
  }

  release(): void {
    this.#state = {name: 'released'};
    this.#lifetime.abort();
  }
}
