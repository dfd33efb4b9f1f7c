export type {DeviceMemory} from '../../../ports/browser/recalled.js';
export {StoredText} from '../../../ports/browser/stored-text.js';
