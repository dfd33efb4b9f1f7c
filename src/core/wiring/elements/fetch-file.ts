export {fetchFile} from '../../../ports/inspection/fetch-file.js';
