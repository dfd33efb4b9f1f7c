export type {DeviceMemory} from '../../../ports/browser/recalled.js';
export {StoredText} from '../../../ports/captures/stored-text.js';
