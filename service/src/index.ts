/** The service that seals and inspects. Node only. */
export {ApiKeys, type CreatedKey, type KeySummary} from './keys/api-keys.js';
export {closeOnSignals, startService, type RunningService} from './running-service.js';
export {createService, type ServiceOptions} from './service.js';
export {readSettings, type LogLevel, type Settings} from './settings/settings.js';
export {SettingsError} from './settings/settings-error.js';
export type {LogDestination} from './http/logging.js';
export type {SiteOptions} from './demo-site.js';
