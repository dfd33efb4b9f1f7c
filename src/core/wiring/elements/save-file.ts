export {saveFile} from '../../../ports/browser/save-file.js';
