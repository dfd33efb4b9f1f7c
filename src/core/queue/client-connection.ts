import {failureAs, type SealedCaptureError} from '../../model/errors.js';
import type {Job} from '../../model/job.js';
import type {Account, Accounts} from '../credentials/accounts.js';
import {targetOf, type ProtectionTarget} from '../credentials/endpoint.js';
import type {ProtectionClient} from './queue-client.js';

/** Where captures are sealed, and whose. */
export interface Served {
  readonly endpoint: string;
  readonly account?: string;
}

/** True for captures that are sealed there, and are theirs. */
export const isServed = ({endpoint, account}: Job, served: Served): boolean =>
  endpoint === served.endpoint && account === served.account;

/** True where the client's sealed files are sent to the page's own storage. */
export const sends = ({client: {config}}: ClientConnection): boolean =>
  Boolean(config.delivery ?? config.deliverTo);

/** One connected client, with where its configuration says that it seals. */
export class ClientConnection {
  readonly client: ProtectionClient;
  readonly #pageAddress: () => string;
  readonly #accounts: Accounts;
  readonly #lifetime = new AbortController();
  /** Why they are missing, once that was found; begun anew when the configuration changes, or the page asks. */
  credentials: {missing?: SealedCaptureError} = {};
  #lastKnown: readonly unknown[] = [];

  constructor(client: ProtectionClient, pageAddress: () => string, accounts: Accounts) {
    this.client = client;
    this.#pageAddress = pageAddress;
    this.#accounts = accounts;
    this.takeRenewal();
  }

  /** Aborted when it is released. */
  get signal(): AbortSignal {
    return this.#lifetime.signal;
  }

  /**
   * True once after the account, the credentials, the endpoint or the page's own storage became others; a page may set the
   * same again and again.
   */
  takeRenewal(): boolean {
    const {account, apiKey, apiSecret, protection, delivery, deliverTo} = this.client.config;
    const before = this.#lastKnown;
    this.#lastKnown = [account, apiKey, apiSecret, protection, this.endpoint, delivery, deliverTo];
    return this.#lastKnown.some((value, i) => value !== before[i]);
  }

  /** Read anew each time, as the configuration may have changed; an error where it cannot be used. */
  get target(): ProtectionTarget | SealedCaptureError {
    try {
      return targetOf(this.client.config, this.#pageAddress());
    } catch (thrown) {
      return failureAs('configuration_invalid', thrown);
    }
  }

  /** Where the configuration cannot be used: an address that no queue serves. */
  get endpoint(): string {
    const {target} = this;
    return 'endpoint' in target ? target.endpoint : '';
  }

  /** Whose captures it makes, sees and gets, as captures carry it; one that nobody has until it is worked out. */
  get account(): Account {
    return this.#accounts.now(this.client.config.account);
  }

  /** Whose a draft is: as it says, else as the client says now; at once where that is worked out. */
  accountOf(draft: {account?: Account | Promise<Account>} = {}): Account | Promise<Account> {
    if ('account' in draft) return draft.account;
    return this.#accounts.of(this.client.config.account);
  }

  /** What authenticates requests to the endpoint; absent without credentials for it. */
  authorizationFor(endpoint: string): ProtectionTarget['authorization'] {
    const {target} = this;
    if (this.credentials.missing || !('endpoint' in target)) return undefined;
    return target.endpoint === endpoint ? target.authorization : undefined;
  }

  accepts(job: Job, own: Served = this): boolean {
    return (this.client.mode ?? job.mode) === job.mode && isServed(job, own);
  }

  /** Of its account: its own captures, also where its endpoint has changed, and those of others that it can have sealed. */
  sees({job, maker}: {job: Job; maker?: ClientConnection}, own: Served = this): boolean {
    return maker === this ? job.account === own.account : this.accepts(job, own);
  }

  release(): void {
    this.#lifetime.abort();
  }
}
