export {canShareFiles, shareFile} from '../../../ports/browser/share-file.js';
