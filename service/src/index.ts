/** The service that seals and inspects. Node only. */
// With their types of what plugins find on the service's instance.
import './admin/plugin.js';
import './auth/plugin.js';
import './keys/plugin.js';
import './reload.js';

export {ApiKeys, type CreatedKey, type KeySummary} from './keys/api-keys.js';
export {closeOnSignals, startService, type RunningService} from './running-service.js';
export {createService, type ServiceOptions} from './service.js';
export {readSettings, type LogLevel, type Settings} from './settings/settings.js';
export {SettingsError} from './settings/settings-error.js';
export type {LogDestination} from './http/logging.js';
