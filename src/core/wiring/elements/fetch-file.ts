export {fetchFile} from '../../../ports/browser/fetch-file.js';
