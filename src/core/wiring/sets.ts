export {judgeSets} from '../../ports/inspection/judge-sets.js';
