/** The service that seals and inspects. Node only. */
export {ApiKeys, type CreatedKey, type KeySummary} from './api-keys.js';
export {closeOnSignals, startService, type RunningService} from './running-service.js';
export {createService, type ServiceOptions} from './service.js';
export {readSettings, type LogLevel, type Settings} from './settings.js';
export {SettingsError} from './settings-error.js';
export type {LogDestination} from './logging.js';
export type {SiteOptions} from './demo-site.js';
