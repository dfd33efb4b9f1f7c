export {canShareFiles, shareFiles, type ShareOutcome} from '../../../ports/browser/share-file.js';
