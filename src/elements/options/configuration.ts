import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {CaptureEvent, DeliveredEvent, ProtectedEvent, ProtectErrorEvent} from '../events.js';

/** Called with the same object as the DOM event, after its listeners. */
export interface Callbacks {
  /** Called with each `capture` event. */
  onCapture?: (event: CaptureEvent) => void | Promise<void>;
  /** Called with each `protected` event. */
  onProtected?: (event: ProtectedEvent) => unknown;
  /** Called with each `delivered` event. */
  onDelivered?: (event: DeliveredEvent) => void;
  /** Called with each `protect-error` event. */
  onProtectError?: (event: ProtectErrorEvent) => void;
}

/** The configuration without the callbacks, as the core needs it. */
export type Options = Omit<ProtectionConfig, keyof Callbacks>;

/** The providers around an element, the nearest first. */
export type Providers = readonly object[];

export interface Configuration {
  options: Options;
  callbacks: Callbacks;
  /** Absent without any, and if the provider is of an earlier version of the package. */
  providers?: Providers;
}

/** `own` where it is set, otherwise `inherited`. */
export function inherit(inherited: Configuration | undefined, own: Configuration): Configuration {
  if (!inherited) return own;
  const {apiKey: _key, apiSecret: _secret, protection: _protection, ...shared} = inherited.options;
  // Credentials are inherited together: a secret belongs to its key.
  const hasOwn = own.options.apiKey ?? own.options.protection;
  return {
    options: {...(hasOwn ? shared : inherited.options), ...own.options},
    callbacks: {...inherited.callbacks, ...own.callbacks},
    providers: inherited.providers,
  };
}
