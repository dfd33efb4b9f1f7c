export {canShareFiles, shareFiles} from '../../../ports/browser/share-file.js';
