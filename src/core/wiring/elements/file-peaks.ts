export {filePeaks} from '../../../ports/audio/mp3/file-peaks.js';
