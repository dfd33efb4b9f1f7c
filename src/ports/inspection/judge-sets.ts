export {judgeSets} from '@sealed-capture/seal/sets/judge-sets.js';
